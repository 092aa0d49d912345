import { startServer } from '../e2e/fixtures/server.ts'
import { residentMb } from './memory.ts'
import { type BenchRow, median, timeRow } from './table.ts'

const RUNS = 5

/** Measures the time from the start of the built product to the first answer of `/readyz`, and the idle memory. */
export async function benchStart(): Promise<BenchRow[]> {
  const times: number[] = []
  const memory: number[] = []
  for (let run = 0; run <= RUNS; run += 1) {
    const start = performance.now()
    const server = await startServer()
    // The first start compiles code; users experience the later ones.
    if (run > 0) {
      times.push(performance.now() - start)
      await new Promise((resolve) => setTimeout(resolve, 1000))
      memory.push(residentMb(server.pid))
    }
    await server.stop()
  }
  const idle = median(memory)
  return [
    timeRow('server: start to ready', median(times), 500),
    {
      what: 'server: idle memory',
      value: `${idle.toFixed(0)} MB`,
      budget: '≤ 110 MB',
      isMet: idle <= 110,
    },
  ]
}
