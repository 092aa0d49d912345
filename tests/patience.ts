import { beforeAll } from 'vitest'

// Waiting for a page to show something must not fail because a machine is busy with something else.
beforeAll(async () => {
  if (typeof document === 'undefined') return
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 10_000 })
})
