import { setImmediate } from 'node:timers/promises'

import { healthz } from '@typecase/contract/health'

import type { TestServer } from '../testing/test-server.ts'

/** Returns how many other calls finish while one is running. */
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
    // In-process calls finish without a turn of the event loop, so this loop would block it.
    await setImmediate()
  }
}
