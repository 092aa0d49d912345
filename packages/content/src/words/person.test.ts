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
    person('ada', { first_name: 'Ada', last_name: 'Byron', avatar_url: '/ada.png' }),
    person('left', { first_name: 'Mary', status: 'left' }),
    person('closed', { status: 'closed' }),
    person('unnamed', {}),
  ],
  'me',
)

test.each([
  [null, 'Someone', 'someone'],
  ['me', 'You', 'you'],
  ['ada', 'Ada Byron', 'Ada Byron'],
  ['left', 'Mary', 'Mary'],
  ['closed', 'A former member', 'a former member'],
  ['unnamed', 'Someone without a name', 'someone without a name'],
  ['unknown', 'Someone else', 'someone else'],
])('%s is %s, and within a sentence %s', (id, name, within) => {
  expect([people.name(id), people.within(id)]).toEqual([name, within])
})

test('an avatar has the picture and the name of a person, including the user’s own name', () => {
  expect(['me', 'ada', 'closed', null].map((id) => people.avatarOf(id))).toEqual([
    { name: 'Me Myself', src: null },
    { name: 'Ada Byron', src: '/ada.png' },
    { name: 'A former member', src: null },
    { name: 'Someone', src: null },
  ])
})

test('people who are not loaded yet are shown as “…”, except for the user', () => {
  const unknown = describePeople(undefined, 'me')
  expect([unknown.name('me'), unknown.name('ada')]).toEqual(['You', '…'])
})
