import { confirmTestIntent, initIntent, type Card } from '@typecase/contract/billing'

import type { Person } from './people.ts'
import type { TestServer } from './test-server.ts'

/** Test cards: the first is charged, the second can be added and is declined when it is charged. */
export const GOOD_CARD = '4242 4242 4242 4242'
export const BAD_CARD = '4000 0000 0000 0341'

/** Adds a card of the test mode, through the API. @returns the person's cards */
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

/** Another session of someone: theirs may have ended while a test's clock went on. */
export const signInAgain = async ({ app }: TestServer, person: Person): Promise<Person> => ({
  ...person,
  token: await app.db.write(
    (write) => app.sessions.open(write, person.id, { ip: '127.0.0.1', agent: 'test' }),
    'serializable',
  ),
})
