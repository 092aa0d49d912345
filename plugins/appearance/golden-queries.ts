import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'density', expect: 'appearance.set-density' },
  { query: 'compact', expect: 'appearance.set-density' },
]
