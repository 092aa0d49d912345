import type { Person } from '@typecase/contract/people'
import { expect, test } from 'vitest'

import { describePeople } from './person.ts'

const person = (id: string, more: Partial<Person>): Person => ({
  id,
  first_name: '',
  last_name: '',
  avatar_url: null,
  status: 'member',
  ...more,
})
const people = describePeople(
  [
    person('me', { first_name: 'Me', last_name: 'Myself' }),
    person('ada', { first_name: 'Ada', last_name: 'Byron' }),
    person('left', { first_name: 'Mary', status: 'left' }),
    person('closed', { status: 'closed' }),
    person('unnamed', {}),
  ],
  'me',
)

test.each([
  [null, 'Somebody', 'somebody'],
  ['me', 'You', 'you'],
  ['ada', 'Ada Byron', 'Ada Byron'],
  ['left', 'Mary', 'Mary'],
  ['closed', 'A former member', 'a former member'],
  ['unnamed', 'Somebody without a name', 'somebody without a name'],
  ['unknown', 'Somebody else', 'somebody else'],
])('%s is %s, and within a sentence %s', (id, name, within) => {
  expect([people.name(id), people.within(id)]).toEqual([name, within])
})

test('one’s own name stands for oneself in initials', () => {
  expect([people.initialsOf('me'), people.initialsOf('ada')]).toEqual(['Me Myself', 'Ada Byron'])
})

test('while nobody is known, others are not made up', () => {
  const unknown = describePeople(undefined, 'me')
  expect([unknown.name('me'), unknown.name('ada')]).toEqual(['You', '…'])
})
