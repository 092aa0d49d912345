import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Demo } from '@typecase/server/main'
import { readSettings } from '@typecase/server/settings/settings'
import { startTestServer, type TestServer } from '@typecase/server/testing/test-server'

import { seedDemo } from '../seed.ts'

/** Starts a test server on a data folder with the demo. */
export async function startDemo(
  settings: Record<string, string> = {},
): Promise<{ server: TestServer; demo: Demo }> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'typecase-demo-'))
  const demo = await seedDemo(readSettings({ DATA_DIR, ...settings }))
  return { server: await startTestServer({ DATA_DIR, ...settings }), demo }
}
