import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { addProjectWithBucket } from '@typecase/contract/projects'
import { addObjectType } from '@typecase/contract/object-types'
import { signup, verifyEmail } from '@typecase/contract/users'
import { waitFor } from '@typecase/server/testing/wait-for'

import { call } from '../e2e/fixtures/api.ts'
import type { RunningServer } from '../e2e/fixtures/server.ts'

/** An account that signed up on a running server, with a bucket that has one object type, `posts`. */
export interface Account {
  token: string
  slug: string
}

export async function openAccount(server: RunningServer): Promise<Account> {
  const email = 'ada@example.com'
  const body = { email, password: 'a quiet harbour at dusk' }
  await call(server.url, signup, { body })
  const codes = await waitFor(
    () => codesIn(server),
    (mails) => mails.length > 0,
  )
  const { token } = await call(server.url, verifyEmail, {
    body: { verification_code: codes[0] ?? '' },
  })
  const project = { project_title: 'Project', bucket_title: 'Bucket' }
  const { bucket } = await call(server.url, addProjectWithBucket, { body: project }, token)
  const { slug } = bucket
  const data = { title: 'Posts', slug: 'posts' }
  await call(server.url, addObjectType, { body: { slug, data } }, token)
  return { token, slug }
}

/** Returns the codes that were e-mailed so far. The outbox is created with its first e-mail. */
function codesIn(server: RunningServer): string[] {
  if (!existsSync(join(server.dataDir, 'outbox'))) return []
  const links = server.outbox().flatMap((mail) => mail.links)
  return links.flatMap((link) => new URL(link).searchParams.get('verification_code') ?? [])
}
