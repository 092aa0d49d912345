import { auditKinds } from '@typecase/contract/audit'
import { expect, test } from 'vitest'

import { csvOf } from './csv.ts'
import { describeDetails, groups } from './words.ts'

test('details are described on one line, with an arrow for changes', () => {
  const details = { role: { from: 'user', to: 'manager' }, former_key_hours: { read: 48 } }
  expect(describeDetails(details)).toBe('role: user → manager · former key hours: read 48')
  expect(describeDetails({ replaced: [], title: 'New' })).toBe('title: New')
  expect(describeDetails({})).toBe('')
})

test('every kind is in a group of the filter', () => {
  const ids: readonly string[] = groups.map(({ id }) => id)
  expect(auditKinds.filter((kind) => !ids.includes(kind.split('.')[0] ?? ''))).toEqual([])
})

test('a CSV file has a row for each entry and escapes formulas', () => {
  const entry = {
    id: 'a'.repeat(24),
    kind: 'project.update',
    created_at: '2026-01-01T00:00:00.000Z',
    user: { id: 'b'.repeat(24), first_name: '=HYPERLINK("x")', last_name: '', avatar_url: null },
    ip: '127.0.0.1',
    agent: 'a "browser"',
    client: 'Claude',
    project_id: null,
    workspace_id: null,
    bucket_id: null,
    subject: { id: null, title: 'One, two' },
    details: { title: 'New' },
  } as const
  expect(csvOf([entry])).toBe(
    [
      'time,who,what,to,details,ip,agent,assistant',
      `2026-01-01T00:00:00.000Z,"'=HYPERLINK(""x"")",project.update,"One, two",title: New,127.0.0.1,"a ""browser""",Claude`,
      '',
    ].join('\r\n'),
  )
})
