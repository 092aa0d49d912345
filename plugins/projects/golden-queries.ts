import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = { 'session.isLoggedIn': true } as const
const inBucket = { ...facts, 'route.bucketSlug': 'archive', can: new Set(['bucket:settings']) }

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'projects', expect: 'projects.nav.go', facts },
  { query: 'new proj', expect: 'projects.new', facts },
  { query: 'create project', expect: 'projects.new', facts },
  { query: 'demo', expect: 'projects.try', facts },
  { query: 'sample', expect: 'projects.try', facts },
  { query: 'open pro', expect: 'projects.open-project', facts },
  { query: 'rename proj', expect: 'projects.rename', facts },
  { query: 'describe project', expect: 'projects.describe', facts },
  { query: 'move project up', expect: 'projects.shift', facts },
  {
    query: 'project settings',
    expect: 'projects.open-project-settings',
    facts: { ...facts, 'route.projectID': 'f'.repeat(24) },
  },
  { query: 'upload thumbnail', expect: 'projects.upload-thumbnail', facts: inBucket },
  { query: 'change thumbnail', expect: 'projects.change-thumbnail', facts: inBucket },
  { query: 'archive pr', expect: 'projects.archive', facts },
  { query: 'move project', expect: 'projects.move', facts },
  { query: 'unarch', expect: 'projects.unarchive', facts },
  { query: 'delete proj', expect: 'projects.delete', facts },
  { query: 'switch', expect: 'projects.switch-bucket', facts },
  { query: 'new bucket', expect: 'projects.add-bucket', facts },
  { query: 'bucket from description', expect: 'projects.design-bucket', facts },
  { query: 'generate object types', expect: 'projects.design-bucket', facts },
  { query: 'rename buck', expect: 'projects.rename-bucket', facts: inBucket },
  { query: 'bucket slug', expect: 'projects.change-bucket-slug', facts: inBucket },
  { query: 'general settings', expect: 'projects.open-general-settings', facts: inBucket },
  { query: 'default bucket', expect: 'projects.make-default-bucket', facts: inBucket },
  { query: 'delete buck', expect: 'projects.delete-bucket', facts: inBucket },
]
