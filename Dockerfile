# API, worker, migrations and an operator's commands in one image: `node api/main.ts`, `node worker/main.ts`,
# `node db/migrate.ts`, `node scripts/admin/main.ts`.
# Node runs the TypeScript directly, so only the web app is built. The tests run on the same Node (package.json).
# docs/performance.md has the effect of the memory settings.
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# No package needs its install script. The only useful one would fetch a second Node.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
# The package brings Temporal's native part for five platforms, 137 MB; and its source.
RUN cd node_modules/@temporalio/core-bridge \
  && find releases -mindepth 1 -maxdepth 1 ! -name "$(uname -m)-unknown-linux-gnu" -exec rm -r {} + \
  && rm -r sdk-core && test -f releases/*/index.node

FROM node:24.21.0-bookworm-slim AS page
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json ./
COPY client ./client
COPY crypto ./crypto
COPY switch ./switch
COPY web ./web
RUN npx vite build web

# Backups: the server's own image, so that the programs that dump and restore always have its version.
FROM postgres:18.1 AS backup
LABEL org.opencontainers.image.title="Vault Handover: backups" \
  org.opencontainers.image.description="Dumps the databases, copies the files, and tries each backup by restoring it." \
  org.opencontainers.image.base.name="docker.io/library/postgres:18.1"
# These check certificates of well-known authorities. The user has the ID of the one whose files it reads.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 1000 --user-group --create-home node
COPY --from=packages /usr/local/bin/node /usr/local/bin/node
ENV NODE_ENV=production
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
RUN mkdir -p /var/lib/vault-backups /var/lib/vault-files && chown node /var/lib/vault-backups /var/lib/vault-files
COPY package.json config.ts ./
COPY config ./config
COPY switch ./switch
COPY db ./db
COPY files ./files
COPY backup ./backup
USER node
ENTRYPOINT []
CMD ["node", "backup/main.ts"]

FROM node:24.21.0-bookworm-slim
# The release adds version, revision, source and date (.github/workflows/image.yml).
LABEL org.opencontainers.image.title="Vault Handover" \
  org.opencontainers.image.description="A digital-legacy vault with a dead-man switch: API, web app, worker, migrations and an operator's commands." \
  org.opencontainers.image.base.name="docker.io/library/node:24.21.0-bookworm-slim"
ENV NODE_ENV=production
# Listen on all addresses of the container. Only published ports can be reached from outside.
ENV API_HOST=0.0.0.0
# Otherwise each thread that hashes a password would keep its 19 MiB permanently (docs/performance.md).
ENV MALLOC_ARENA_MAX=1
# Returns that memory to the system after each hash. Huge pages make this cheap.
ENV MALLOC_MMAP_THRESHOLD_=1048576
ENV GLIBC_TUNABLES=glibc.malloc.hugetlb=1
ENV NODE_OPTIONS=--max-semi-space-size=8
ENV NODE_COMPILE_CACHE=/app/node_modules/.cache/compiled
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
# A new volume for files gets the owner of the folder it is mounted on.
RUN mkdir -p node_modules/.cache /var/lib/vault-files && chown node node_modules/.cache /var/lib/vault-files
COPY package.json config.ts ./
COPY config ./config
COPY switch ./switch
COPY db ./db
COPY files ./files
COPY guard ./guard
COPY mail ./mail
COPY workflows ./workflows
COPY activities ./activities
COPY backup ./backup
COPY worker ./worker
COPY api ./api
COPY site ./site
COPY dev/cli ./dev/cli
COPY scripts/admin ./scripts/admin
COPY web ./web
COPY --from=page /app/web/dist ./web/dist
USER node
# Bundles the workflows, and fills the compile cache: without configuration, each program exits right after loading.
RUN node worker/bundle.ts && for program in api/main.ts worker/main.ts worker/health.ts db/migrate.ts; do node $program 2> /dev/null || true; done
EXPOSE 3001
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.API_PORT || 3001) + '/health').then(({ ok }) => process.exit(ok ? 0 : 1))"]
CMD ["node", "--max-old-space-size=256", "--heap-growing-percent=125", "api/main.ts"]
