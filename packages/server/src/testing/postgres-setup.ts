import type { TestProject } from 'vitest/node'

import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the PostgreSQL server of this run. */
    postgres: string
  }
}

/** Starts one PostgreSQL server for all tests of a project. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  project.provide('postgres', postgres.address)
  return () => postgres.remove()
}
