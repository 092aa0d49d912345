import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = { 'route.bucketSlug': 'archive' }
const ofAdmins = { ...facts, can: new Set(['bucket:settings', 'types:write']) }

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'api', expect: 'api.nav.go', facts },
  { query: 'copy terminal', expect: 'api.copy-terminal', facts },
  { query: 'terminal command', expect: 'api.copy-terminal', facts },
  { query: 'copy as http', expect: 'api.copy-request', facts },
  { query: 'reset keys', expect: 'api.reset-keys', facts: ofAdmins },
  { query: 'copy key', expect: 'api.copy-key', facts: ofAdmins },
  { query: 'copy write key', expect: 'api.copy-key', facts: ofAdmins },
  { query: 'reset key', expect: 'api.reset-key', facts: ofAdmins },
  { query: 'show key', expect: 'api.show-key', facts: { ...ofAdmins, 'api.key': 'read' } },
  { query: 'old key stops', expect: 'api.change-former-key', facts: ofAdmins },
  { query: 'keys read drafts', expect: 'api.set-draft-reading', facts: ofAdmins },
  { query: 'reads without a key', expect: 'api.set-keyless-reading', facts: ofAdmins },
  { query: 'keys settings', expect: 'api.open-keys-settings', facts },
  { query: 'curl', expect: 'api.copy-request', facts },
]
