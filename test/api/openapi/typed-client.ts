/** The generated client of the API, as a browser (cookies and an Origin) or as a program (a bearer token). */
import { type ApiClient, apiClient } from '../../../dev/api-client.ts';
import type { TestApi } from '../../support/servers/api.ts';

type BrowserApi = Pick<TestApi, 'url' | 'origin'>;

/** A browser, logged in or not. It sends the cookies that answers set from then on, where they belong. */
export function typedBrowser(api: BrowserApi): ApiClient {
  const cookies = new Map<string, string>();
  return apiClient({
    origin: new URL(api.url).origin,
    headers: () => ({
      Origin: api.origin,
      ...(cookies.size > 0
        ? { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
        : {}),
    }),
    saw(_request, response) {
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = cookie.match(/^([^=]+)=([^;]*)/) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
    },
  });
}

/** A program with an access token. */
export const typedProgram = (api: BrowserApi, accessToken: string): ApiClient =>
  apiClient({
    origin: new URL(api.url).origin,
    headers: () => ({ Authorization: `Bearer ${accessToken}` }),
  });
