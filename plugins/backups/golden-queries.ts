import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = {
  'route.bucketSlug': 'archive',
  'bucket.role': 'admin',
  can: new Set(['bucket:read', 'bucket:settings', 'import:write']),
}

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'backups', expect: 'backups.open-backups-settings', facts },
  { query: 'back up now', expect: 'backups.add', facts },
  { query: 'make backup', expect: 'backups.add', facts },
  { query: 'restore backup', expect: 'backups.restore', facts },
  { query: 'restore yesterday', expect: 'backups.restore', facts },
  { query: 'restore snapshot', expect: 'backups.restore', facts },
  { query: 'download backup', expect: 'backups.download', facts },
  { query: 'delete backup', expect: 'backups.delete', facts },
  { query: 'backup schedule', expect: 'backups.set-schedule', facts },
  { query: 'turn on backups', expect: 'backups.set-schedule', facts },
  { query: 'automatic backups', expect: 'backups.set-schedule', facts },
]
