import { authenticate, forgotPassword, signup } from '@typecase/contract/users'

import { call } from '../e2e/fixtures/api.ts'
import { signUpPerson } from '../e2e/fixtures/people.ts'
import { startServer } from '../e2e/fixtures/server.ts'
import { type BenchRow, median, ms, percentile } from './table.ts'

/** Attempts of each kind. They alternate, so that background load affects both. */
const TRIES = 500

/**
 * Measures whether the time of an answer reveals that an address has an account. The medians of known and unknown
 * addresses must differ by less than the noise, which is the interquartile range of all answers.
 */
export async function benchSignIn(): Promise<BenchRow[]> {
  const server = await startServer({ env: { RATE_LIMITS: 'off' } })
  try {
    const { email: registered } = await signUpPerson(server, 'known')
    const password = 'not the password of anybody'
    const { url } = server
    const calls: readonly (readonly [what: string, ask: (email: string) => Promise<unknown>])[] = [
      ['a wrong password', (email) => call(url, authenticate, { body: { email, password } })],
      ['a forgotten password', (email) => call(url, forgotPassword, { body: { email } })],
      ['a sign-up', (email) => call(url, signup, { body: { email, password } })],
    ]
    const rows: BenchRow[] = []
    for (const [what, ask] of calls) {
      const timeOf = async (email: string) => {
        const start = performance.now()
        // The bench measures refusals, so most calls fail.
        await ask(email).catch(() => undefined)
        return performance.now() - start
      }
      const times = { registered: [] as number[], unknown: [] as number[] }
      for (let turn = 0; turn < TRIES; turn += 1) {
        times.registered.push(await timeOf(registered))
        times.unknown.push(await timeOf(`unknown-${turn}@example.com`))
      }
      const all = [...times.registered, ...times.unknown]
      const noise = percentile(all, 0.75) - percentile(all, 0.25)
      const [registeredMedian, medianUnknown] = [median(times.registered), median(times.unknown)]
      rows.push({
        what: `${what}, ${TRIES} known and ${TRIES} unknown addresses`,
        value: `${ms(registeredMedian)} and ${ms(medianUnknown)}`,
        budget: `apart by ≤ ${ms(noise)}`,
        isMet: Math.abs(registeredMedian - medianUnknown) <= noise,
      })
    }
    return rows
  } finally {
    await server.stop()
  }
}
