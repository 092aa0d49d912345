import type { TokenScope } from '@typecase/contract/roles'

declare module '../../database/tables.ts' {
  interface Tables {
    assistant_clients: {
      id: string
      name: string
      /** JSON: a list of URLs. */
      redirect_uris: string
      created_at: number
    }
    assistant_grants: {
      id: string
      client_id: string
      user_id: string
      scope: TokenScope
      /** JSON: ids of the buckets that the grant is limited to; null for all. */
      bucket_ids: string | null
      created_at: number
      last_used_at: number | null
    }
    assistant_tokens: {
      token_hash: string
      grant_id: string
      kind: 'code' | 'access' | 'refresh'
      expires_at: number
      used_at: number | null
      challenge: string | null
      redirect_uri: string | null
    }
  }
}
