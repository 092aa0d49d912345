import { defineConfig } from 'vitest/config'

const near = (folders: string) => [`${folders}/**/*.test.{ts,tsx}`]

/** `unit` runs in `npm run check`; `system` starts servers as users do and takes longer. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: near('{src,plugins,packages,tests/architecture,tests/palette}'),
          typecheck: { enabled: false },
        },
      },
      {
        test: {
          name: 'system',
          include: near('tests/{clients,faults,system}'),
          testTimeout: 120_000,
          hookTimeout: 60_000,
          // Each of these files starts servers of its own; two at a time is what two cores bear.
          fileParallelism: false,
        },
      },
    ],
  },
})
