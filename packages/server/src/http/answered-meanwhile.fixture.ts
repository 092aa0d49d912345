import { setImmediate } from 'node:timers/promises'

import { healthz } from '@typecase/contract/health'

import type { TestServer } from '../testing/test-server.ts'

/** The number of other calls that finish while one is running. */
export async function answeredMeanwhile(
  server: TestServer,
  call: Promise<unknown>,
): Promise<number> {
  const isOver = call.then(() => true)
  let answered = 0
  for (;;) {
    const other = server.call(healthz, {}).then(() => false)
    if (await Promise.race([isOver, other])) return answered
    answered += 1
    // A call in process is answered before the event loop turns, and would keep it from turning.
    await setImmediate()
  }
}
