import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { getBucket, updateBucket } from '@typecase/contract/buckets'
import { connectVercel } from '@typecase/contract/deployments'
import { addWebhook, listDeliveries, rotateWebhookSecret } from '@typecase/contract/webhooks'
import { addInvite } from '@typecase/contract/invites'
import { addObject } from '@typecase/contract/objects'
import { addProjectWithBucket } from '@typecase/contract/projects'
import { authenticate, forgotPassword, resetPassword, updateUser } from '@typecase/contract/users'
import { connect, databaseFile } from '@typecase/server/database/connection'
import { addAccount, addTwoStepAccount, PASSWORD, SECRET } from '@typecase/server/testing/accounts'
import { codeIn, mailsOf, mailTo } from '@typecase/server/testing/outbox'
import { addType } from '@typecase/server/testing/content'
import { startTestServer, type TestServer } from '@typecase/server/testing/test-server'
import { waitFor } from '@typecase/server/testing/wait-for'
import { startTestVercel, type TestVercel } from '@typecase/server/testing/vercel-server'
import { afterEach, beforeEach, expect, test } from 'vitest'

const NEW_PASSWORD = 'eleven lanterns on the pier'

let server: TestServer
let vercel: TestVercel
beforeEach(async () => {
  vercel = await startTestVercel()
  server = await startTestServer(vercel.settings)
})
afterEach(async () => {
  await server.remove()
  vercel.close()
})

/** Uses everything that issues a secret. @returns the secrets by name */
async function useEverything(): Promise<Record<string, string>> {
  const secrets: Record<string, string> = { password: PASSWORD, 'new password': NEW_PASSWORD }
  const account = await addAccount(server)
  secrets['session after signing up'] = account.token

  const wrong = { email: account.email, password: 'not the right pass phrase' }
  secrets['wrong password'] = wrong.password
  expect((await server.call(authenticate, { body: wrong })).status).toBe(401)
  const { email, password } = account
  secrets['session after signing in'] = (
    await server.call(authenticate, { body: { email, password } })
  ).ok().token

  ;(await server.call(forgotPassword, { body: { email } })).ok()
  const reset_code = codeIn(await mailTo(server, email, 2))
  const reset = { reset_code, password: NEW_PASSWORD }
  const session = (await server.call(resetPassword, { body: reset })).ok()
  secrets['session after resetting'] = session.token
  const byMail = mailsOf(server).flatMap(({ links }) => links)
  for (const [n, link] of byMail.entries())
    for (const [name, code] of new URL(link).searchParams) secrets[`mailed ${name} ${n}`] = code
  // A code that was never used is still valid.
  ;(await server.call(forgotPassword, { body: { email } })).ok()
  secrets['unused code'] = codeIn(await mailTo(server, email, 4))

  const twoStep = await addTwoStepAccount(server)
  secrets['second factor'] = SECRET
  for (const [n, code] of twoStep.recoveryCodes.entries()) secrets[`recovery code ${n}`] = code
  const profile = { data: { first_name: 'Ada' } }
  ;(await server.call(updateUser, { body: profile }, session)).ok()

  const body = { project_title: 'Project', bucket_title: 'Bucket' }
  const headers = { 'idempotency-key': 'once' }
  const { project, bucket } = (
    await server.call(addProjectWithBucket, { body }, { ...session, headers })
  ).ok()
  const { slug } = bucket
  const owner = { ...session, id: session.user.id, email, project, bucket }
  await addType(server, owner, 'posts')
  const data = { type: 'posts', title: 'Post' }
  ;(await server.call(addObject, { body: { slug, data } }, { ...session, headers })).ok()
  secrets['first read key'] = bucket.api_access.read_key
  secrets['first preview key'] = bucket.api_access.preview_key
  secrets['first write key'] = bucket.api_access.write_key
  const repeat = { slug, data: { reset_api_access_keys: true } }
  ;(await server.call(updateBucket, { body: repeat }, session)).ok()
  const { api_access } = (await server.call(getBucket, { query: { slug } }, session)).ok().bucket
  secrets['read key'] = api_access.read_key
  secrets['preview key'] = api_access.preview_key
  secrets['write key'] = api_access.write_key
  const invitation = {
    resource: 'project' as const,
    resource_id: project.id,
    role: 'user' as const,
  }
  ;(
    await server.call(addInvite, { body: { ...invitation, email: 'new@example.org' } }, session)
  ).ok()
  secrets['Vercel token'] = 'token-of-vercel'
  vercel.projects[secrets['Vercel token']] = []
  const connect = { slug, token: secrets['Vercel token'] }
  ;(await server.call(connectVercel, { body: connect }, { ...session, headers })).ok()
  secrets['webhook header'] = 'header-of-webhook'
  const hook = { title: 'Hook', endpoint: 'http://localhost/hook', resource: 'objects' as const }
  const secretHeaders = [{ key: 'x-secret', value: secrets['webhook header'] }]
  const listening = { ...hook, events: ['created' as const], headers: secretHeaders }
  const added = (
    await server.call(addWebhook, { body: { slug, data: listening } }, { ...session, headers })
  ).ok()
  const target = { slug, webhook_id: added.webhook.id }
  secrets['first webhook secret'] = added.secret
  secrets['webhook secret'] = (
    await server.call(rotateWebhookSecret, { body: target }, { ...session, headers })
  ).ok().secret
  ;(await server.call(addObject, { body: { slug, data } }, session)).ok()
  await waitFor(
    async () => (await server.call(listDeliveries, { query: { slug } }, session)).ok().deliveries,
    ([delivery]) => delivery?.state === 'failed',
  )
  secrets['invitation'] = codeIn(await mailTo(server, 'new@example.org'))
  return secrets
}

/** Returns every value of every table as text. */
function dump(dataDir: string): string {
  const connection = connect(databaseFile(dataDir))
  try {
    const tables = connection
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .pluck()
      .all() as string[]
    return tables
      .map((table) => JSON.stringify(connection.prepare(`SELECT * FROM "${table}"`).all()))
      .join('\n')
  } finally {
    connection.close()
  }
}

test('no issued secret is in the rows of the database or in its files', async () => {
  const secrets = await useEverything()
  expect(Object.keys(secrets).length).toBeGreaterThan(20)
  const tables = dump(server.dataDir)
  // The dump contains ordinary data, so the search in it works.
  expect(tables).toContain('"title":"Post"')
  // Deleted data may remain in a file.
  const files = readdirSync(server.dataDir)
    .filter((name) => name.startsWith('typecase.sqlite'))
    .map((name) => readFileSync(join(server.dataDir, name), 'latin1'))
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret.length).toBeGreaterThan(7)
    const isExposed = [tables, ...files].some((text) => text.includes(secret))
    expect({ name, isFound: isExposed }).toEqual({ name, isFound: false })
  }
})
