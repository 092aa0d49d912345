import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = { 'session.isLoggedIn': true } as const
const can = new Set(['team:read', 'team:write'])
const inProject = {
  ...facts,
  'route.projectID': '0123456789abcdef01234567',
  'project.id': '0123456789abcdef01234567',
  'project.role': 'admin',
  'project.can': can,
}
const inBucket = { ...inProject, 'route.bucketSlug': 'archive' }
const inWorkspace = {
  ...facts,
  'workspace.id': '0123456789abcdef01234567',
  'workspace.role': 'admin',
  'workspace.can': can,
}

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'team', expect: 'team.nav.go', facts },
  { query: 'team of the work', expect: 'team.open-workspace', facts: inWorkspace },
  { query: 'team of the pro', expect: 'team.open-project', facts: inProject },
  { query: 'members', expect: 'team.open-members-settings', facts: inBucket },
  { query: 'invite', expect: 'team.invite', facts: inProject },
  { query: 'add user', expect: 'team.invite', facts: inProject },
  { query: 'invite people', expect: 'team.invite', facts: inWorkspace },
  { query: 'add someone', expect: 'team.add-member', facts: inProject },
  { query: 'edit member', expect: 'team.edit-member', facts: inProject },
  { query: 'find a member', expect: 'team.edit-member', facts: inProject },
  { query: 'change role', expect: 'team.change-role', facts: inWorkspace },
  { query: 'role in a bucket', expect: 'team.change-bucket-role', facts: inProject },
  { query: 'remove from team', expect: 'team.remove-member', facts: inProject },
  { query: 'leave team', expect: 'team.leave', facts: inProject },
  { query: 'resend inv', expect: 'team.resend-invitation', facts: inProject },
  { query: 'withdraw inv', expect: 'team.withdraw-invitation', facts: inProject },
  {
    query: 'accept inv',
    expect: 'team.accept-invitation',
    facts: { ...facts, 'team.hasInvitation': true },
  },
  {
    query: 'decline inv',
    expect: 'team.decline-invitation',
    facts: { ...facts, 'team.hasInvitation': true },
  },
]
