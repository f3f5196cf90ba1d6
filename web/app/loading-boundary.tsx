/** Placeholder for a part of the web app, shown until it has loaded, and if it doesn't. */
import { Trans } from '@lingui/react/macro';
import { Component, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { useTask } from '../ui/use-task.ts';
import { PartLoadError } from './part.tsx';

interface LoadingBoundaryProps {
  children: ReactNode;
}

export class LoadingBoundary extends Component<LoadingBoundaryProps, { failure: { error: unknown } | null }> {
  override state: { failure: { error: unknown } | null } = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof PartLoadError) error.forget();
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === null) return <Suspense fallback={<Loading />}>{this.props.children}</Suspense>;
    if (!(failure.error instanceof PartLoadError)) throw failure.error;
    return <Missing part={failure.error} onThere={() => this.setState({ failure: null })} />;
  }
}

const isReachable = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

function Missing({ part, onThere }: { part: PartLoadError; onThere(): void }) {
  const { run: tryAgain, isPending } = useTask(async ({ isAsked }: { isAsked: boolean }) => {
    try {
      await part.again();
      onThere();
    } catch {
      // A newer version has been deployed, and its parts have other names. A reload loses unsaved text.
      if (isAsked && (await isReachable())) location.reload();
    }
  });
  const retry = useRef(tryAgain);
  retry.current = tryAgain;
  useEffect(() => {
    const online = () => void retry.current({ isAsked: false });
    addEventListener('online', online);
    return () => removeEventListener('online', online);
  }, []);
  return (
    <>
      <PageTitle>
        <Trans>This page couldn’t be loaded</Trans>
      </PageTitle>
      <Notice look="problem" announced>
        <p>
          <Trans>We can’t reach the service. Check your connection and try again.</Trans>
        </p>
        <Button look="second" size="small" isPending={isPending} onPress={() => tryAgain({ isAsked: true })}>
          <Trans>Try again</Trans>
        </Button>
      </Notice>
    </>
  );
}
