import { startTestServer, type TestServer } from './test-server.ts'

/**
 * Stops a test server and starts another one on the same folder.
 * @param later how far the clock advances in between, in ms
 */
export async function restart(
  server: TestServer,
  later = 0,
  settings: Record<string, string> = {},
): Promise<TestServer> {
  const at = new Date(server.app.clock.now() + later).toISOString()
  await server.close()
  return startTestServer({ ...settings, DATA_DIR: server.dataDir, CLOCK: at })
}
