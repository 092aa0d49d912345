import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = { 'session.isLoggedIn': true, 'session.isStaff': true } as const

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'go to staff', expect: 'staff.nav.go', facts },
  { query: 'see what a user sees', expect: 'staff.start-support', facts },
  { query: 'act as support', expect: 'staff.start-support', facts },
  {
    query: 'end support',
    expect: 'staff.end-support',
    facts: { 'session.isLoggedIn': true, 'staff.isSupporting': true },
  },
  { query: 'open users', expect: 'staff.open-users-settings', facts },
  { query: 'all projects', expect: 'staff.open-projects-settings', facts },
  { query: 'all jobs', expect: 'staff.open-jobs-settings', facts },
  { query: 'mails waiting', expect: 'staff.open-mails-settings', facts },
  { query: 'storage', expect: 'staff.open-storage-settings', facts },
]
