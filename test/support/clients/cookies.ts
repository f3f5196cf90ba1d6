/** The cookies that the API sets, for tests of their attributes. */
import { expect } from '@jest/globals';

/** A `Set-Cookie` header in parts: name, value, and the attributes with their names in lower case. */
function parseCookie(header: string, answeredAt: number) {
  const [pair = '', ...rest] = header.split('; ');
  const attributes = Object.fromEntries(
    rest.map((part) => {
      const [name = '', value = 'yes'] = part.split('=');
      return [name.toLowerCase(), value];
    }),
  );
  const { expires = '', ...others } = attributes;
  return {
    name: pair.slice(0, pair.indexOf('=')),
    value: pair.slice(pair.indexOf('=') + 1),
    expiresWithMaxAge: Math.abs(Date.parse(expires) - answeredAt - Number(others['max-age']) * 1000) < 5_000,
    ...others,
  };
}
export const cookiesOf = (headers: Headers) =>
  headers.getSetCookie().map((each) => parseCookie(each, Date.parse(headers.get('Date') ?? '')));

/** What ends a session in a browser. */
export const CLEARED = [
  expect.objectContaining({ name: 'accessToken', value: '', path: '/', 'max-age': '0' }),
  expect.objectContaining({ name: 'refreshToken', value: '', path: '/api/v1/auth/refresh', 'max-age': '0' }),
];
