# The web process; `docker run … node dist/worker.js` is the worker, `node dist/release.js` migrates.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:22-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
ARG SOURCE_VERSION=unknown
ENV SOURCE_VERSION=$SOURCE_VERSION
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/public ./public
COPY --from=build /app/views ./views
USER node
EXPOSE 3000
ENV PORT=3000 MALLOC_ARENA_MAX=2
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=600", "dist/web.js"]
