# The package, made from this repository.
FROM node:24-slim AS package
WORKDIR /src
COPY . .
RUN npm ci --omit=dev --no-audit --no-fund
RUN npm run package

FROM node:24-slim
WORKDIR /app
RUN --mount=type=bind,from=package,source=/src,target=/src \
  npm install --omit=dev --no-audit --no-fund /src/typecase-*.tgz && npm cache clean --force
RUN install -d -o node -g node /data
USER node
VOLUME /data
ENV NODE_ENV=production NPM_CONFIG_UPDATE_NOTIFIER=false HOST=0.0.0.0 PORT=4700 DATA_DIR=/data
EXPOSE 4700
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "node_modules/typecase/dist-server/typecase.js", "start"]
