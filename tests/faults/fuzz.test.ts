import type { ErrorBody } from '@typecase/contract/errors'
import { openApiDocument } from '@typecase/contract/openapi'
import { startTestServer, type TestServer } from '@typecase/server/testing/test-server'
import { startTestVercel, type TestVercel } from '@typecase/server/testing/vercel-server'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeTenant } from './tenant.ts'
import { DEPLOYMENT_ID } from './tenant-on-vercel.ts'
import {
  type ApiDocument,
  type Samples,
  randomRequest,
  type RandomRequest,
} from './random-request.ts'

/** FUZZ_RUNS sets a longer run, FUZZ_SEED repeats an earlier one. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 5000)
const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31)
/** The time after which a call counts as hanging, even on a busy machine. */
const LIMIT_MS = 60_000

/** Calls that stream, whose answer never ends, so it cannot be checked. */
const ENDLESS = /^(events\.stream|content\.objects\.live)/
/** Calls after which there is nothing left to request, so only the last rounds make them. */
const FINAL = /^(users\.(logout|deactivate)|(legacy\.)?(buckets|projects)\.delete)/
const ROUNDS = 20

/** Texts that reveal the internals of a server. */
const INSIDES = /\bat .*\.ts:\d+|node_modules|SQLITE_|\/packages\/server|SqliteError|TypeError/

let server: TestServer
let vercel: TestVercel
beforeAll(async () => {
  vercel = await startTestVercel()
  server = await startTestServer(vercel.settings)
})
afterAll(async () => {
  await server.remove()
  vercel.close()
})

/** Creates a new user with a new project, since the requests of the previous round may have emptied the last one. */
async function learn(): Promise<Samples> {
  const { owner, tenant } = await makeTenant(server, vercel)
  const write_key = owner.bucket.api_access.write_key
  const words = [
    'posts',
    'published',
    'draft',
    'any',
    'title',
    'id',
    '-created_at',
    'metadata.text',
  ]
  const queries = ['{"type":"posts"}', '{"title":{"$gt":1}}', '{"metadata.text":null}']
  return {
    texts: [...(Object.values(tenant) as string[]), owner.email, ...words, ...queries],
    byName: {
      slug: tenant.slug,
      bucket_slug: tenant.slug,
      project: tenant.projectId,
      user_id: tenant.ownerId,
      folder_slug: tenant.folderSlug,
      project_id: tenant.projectId,
      object_id: tenant.objectId,
      object_ids: tenant.objectId,
      reorder_id: tenant.objectId,
      id: tenant.objectId,
      type: tenant.typeSlug,
      type_slug: tenant.typeSlug,
      object_type_slugs: tenant.typeSlug,
      object_type_folder_slug: tenant.folderSlug,
      object_type_folder_slugs: tenant.folderSlug,
      revision_id: tenant.revisionId,
      change_set_id: tenant.changeSetId,
      job_id: tenant.jobId,
      macro_id: tenant.macroId,
      plan_id: tenant.planId,
      vercelProjectId: tenant.vercelProjectId,
      deployment_id: DEPLOYMENT_ID,
      webhook_id: tenant.webhookId,
      delivery_id: tenant.deliveryId,
      backup_id: tenant.backupId,
      media_ids: tenant.mediaId,
      read_key: write_key,
      write_key,
      email: owner.email,
    },
    token: owner.token,
    key: write_key,
  }
}

/** Sends a request and checks the response. @throws when a client cannot work with it */
async function check(request: RandomRequest): Promise<number> {
  const { operationId: _, ...injected } = request
  const answer = await Promise.race([
    // The document provides the methods.
    server.http.inject(injected as object),
    new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error('no answer')), LIMIT_MS).unref()
    }),
  ])
  const { statusCode, body } = answer
  if (statusCode >= 500) throw new Error(`${statusCode} ${body}`)
  if (statusCode >= 400) {
    const failure = answer.json<ErrorBody>()
    expect(failure.status).toBe(statusCode)
    expect(failure.code).toMatch(/^[a-z_]+$/)
    expect(failure.message).toMatch(/\S/)
    if (INSIDES.test(failure.message)) throw new Error(`shows its inside: ${failure.message}`)
  }
  return statusCode
}

test(
  `${RUNS} random requests cause no 5xx, no hang and no leak of internals`,
  { timeout: 60_000 + RUNS * 60 },
  async () => {
    process.stdout.write(`fuzz: FUZZ_SEED=${SEED} FUZZ_RUNS=${RUNS}\n`)
    const document = (await server.call(openApiDocument, {})).ok() as unknown as ApiDocument
    const statuses = new Map<number, number>()
    for (let round = 0; round < ROUNDS; round += 1) {
      const isLast = round >= ROUNDS - 2
      const isExcluded = (id: string) => ENDLESS.test(id) || (!isLast && FINAL.test(id))
      await fc.assert(
        fc.asyncProperty(randomRequest(document, await learn(), isExcluded), async (request) => {
          const status = await check(request)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }),
        { seed: SEED + round, numRuns: Math.ceil(RUNS / ROUNDS) },
      )
    }
    process.stdout.write(`fuzz: ${JSON.stringify(Object.fromEntries(statuses))}\n`)
    // Requests that are all refused would prove nothing.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(RUNS / 10)
    expect((await server.http.inject({ url: '/readyz' })).statusCode).toBe(200)
    expect(Object.keys(Object.prototype)).toEqual([])
  },
)
