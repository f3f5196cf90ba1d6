/** Shown instead of an empty screen when the web app itself fails. */
import { Trans } from '@lingui/react/macro';
import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="sheet" role="alert">
        <h1>
          <Trans>This page has stopped working</Trans>
        </h1>
        <p>
          <Trans>Nothing you saved is lost. Reload the page, and log in if you’re asked to.</Trans>
        </p>
        <Button onPress={() => location.reload()}>
          <Trans>Reload</Trans>
        </Button>
      </main>
    );
  }
}
