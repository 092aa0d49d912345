import type { ProviderId } from '@typecase/contract/sign-in-options'
import type { Generated } from 'kysely'

export interface UserTable {
  id: string
  email: string
  email_key: string
  password_hash: string | null
  first_name: Generated<string>
  last_name: Generated<string>
  avatar: string | null
  status: Generated<'active' | 'unverified' | 'deactivated'>
  first_login: Generated<number>
  is_staff: Generated<number>
  theme: 'light' | 'dark' | 'system' | null
  mention_mails: Generated<number>
  totp_secret: string | null
  totp_last_step: number | null
  referral_code: string | null
  created_at: string
  modified_at: string
  rev: Generated<number>
}

export interface MailCodeTable {
  code_hash: string
  kind: 'verify' | 'reset' | 'email' | 'deactivate'
  user_id: string
  email: string | null
  expires_at: number
}

declare module '../../database/tables.ts' {
  interface Tables {
    users: UserTable
    mail_codes: MailCodeTable
    recovery_codes: { code_hash: string; user_id: string }
    identities: {
      issuer: string
      subject: string
      provider: ProviderId
      user_id: string
      email: string
      created_at: number
    }
    passkeys: {
      id: string
      credential_id: string
      user_id: string
      title: string
      public_key: string
      counter: number
      transports: string
      created_at: number
      last_used_at: number | null
    }
    used_challenges: { id_hash: string; sealed: string; expires_at: number }
    known_places: { id: string; user_id: string; seen_at: number }
  }
}
