import { confirmTestIntent, initIntent, type Card } from '@typecase/contract/billing'

import type { Person } from './people.ts'
import type { TestServer } from './test-server.ts'

/** Test cards: charges of the first succeed; the second can be added, but its charges are declined. */
export const GOOD_CARD = '4242 4242 4242 4242'
export const BAD_CARD = '4000 0000 0000 0341'

/** Adds a test card through the API. @returns the person's cards */
export async function addTestCard(
  server: TestServer,
  person: Pick<Person, 'token'>,
  number = GOOD_CARD,
): Promise<Card[]> {
  const { setup_intent } = (await server.call(initIntent, {}, person)).ok()
  const year = new Date(server.app.clock.now()).getUTCFullYear() + 5
  const card = { intent_id: setup_intent.id, number, exp_month: 12, exp_year: year }
  return (await server.call(confirmTestIntent, { body: card }, person)).ok().payment_methods
}

/** Opens another session for a person, whose session may have expired when the test's clock advanced. */
export const signInAgain = async ({ app }: TestServer, person: Person): Promise<Person> => ({
  ...person,
  token: await app.db.write(
    (write) => app.sessions.open(write, person.id, { ip: '127.0.0.1', agent: 'test' }),
    'serializable',
  ),
})
