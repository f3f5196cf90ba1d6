/**
 * Addresses in one variable, as hosting services hand them out: `DATABASE_URL` and `REDIS_URL`. Their parts replace the
 * separate variables, so the rest of the service knows only those.
 */
import { ConfigError } from './config-error.ts';

type Variables = Record<string, string>;

/** @throws ConfigError without repeating the address, which may contain a password */
function parse(name: string, text: string, protocols: readonly string[]): URL {
  const url = URL.parse(text);
  if (!url || !protocols.includes(url.protocol) || url.hostname === '') {
    throw new ConfigError(`${name} must be an address such as ${protocols[0]}//user:password@host:port`);
  }
  // These characters end the host: the text before them would be taken for it, and the rest for other parts.
  if (url.hash !== '' || /@/.test(url.pathname + url.search)) {
    throw new ConfigError(
      `${name} has a character that must be encoded in a user name or password: # as %23, / as %2F, ? as %3F`,
    );
  }
  return url;
}

/** @throws ConfigError */
function decoded(name: string, part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ConfigError(`${name} has a percent sign that isn't part of an encoded character such as %25`);
  }
}

/** Leaves out what isn't given. IPv6 addresses lose their brackets. */
function partsOf(name: string, url: URL, prefix: string): Variables {
  const { hostname, port, username, password } = url;
  return filled({
    [`${prefix}HOST`]: hostname.replace(/^\[|\]$/g, ''),
    [`${prefix}PORT`]: port,
    [`${prefix}USER`]: decoded(name, username),
    [`${prefix}PASSWORD`]: decoded(name, password),
  });
}

const filled = (variables: Variables): Variables =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));

/** libpq's modes. Where we use TLS, we always check the certificate and its name. */
const SSL_MODES: Variables = {
  disable: 'false',
  require: 'true',
  'verify-ca': 'true',
  'verify-full': 'true',
};
const SSL_FILES: Variables = { sslrootcert: 'DB_TLS_CA', sslcert: 'DB_TLS_CERT', sslkey: 'DB_TLS_KEY' };

function tlsOf(parameters: URLSearchParams): Variables {
  const tls: Variables = {};
  for (const [name, value] of parameters) {
    const file = SSL_FILES[name];
    const mode = name === 'sslmode' ? SSL_MODES[value] : undefined;
    if (file) tls[file] = value;
    else if (mode) tls.DB_TLS = mode;
    else if (name === 'sslmode') {
      throw new ConfigError(`DATABASE_URL: sslmode must be ${Object.keys(SSL_MODES).join(', ')}`);
    } else throw new ConfigError(`DATABASE_URL has the parameter ${name}, which isn't supported`);
  }
  return tls;
}

function databaseVariables(text: string): Variables {
  const url = parse('DATABASE_URL', text, ['postgres:', 'postgresql:']);
  const name = decoded('DATABASE_URL', url.pathname.slice(1));
  return { ...partsOf('DATABASE_URL', url, 'DB_'), ...filled({ DB_NAME: name }), ...tlsOf(url.searchParams) };
}

function redisVariables(text: string): Variables {
  const url = parse('REDIS_URL', text, ['redis:', 'rediss:']);
  if (!/^\/?0?$/.test(url.pathname) || url.search !== '') {
    throw new ConfigError('REDIS_URL may name no database but 0, and no parameters');
  }
  return { ...partsOf('REDIS_URL', url, 'REDIS_'), REDIS_TLS: String(url.protocol === 'rediss:') };
}

/**
 * The environment with the parts of both addresses in place of the addresses.
 *
 * @throws ConfigError naming the address that can't be used, and why
 */
export function withServerUrls({
  DATABASE_URL,
  REDIS_URL,
  ...env
}: Readonly<Record<string, string>>): Variables {
  return {
    ...env,
    ...(DATABASE_URL ? databaseVariables(DATABASE_URL) : {}),
    ...(REDIS_URL ? redisVariables(REDIS_URL) : {}),
  };
}
