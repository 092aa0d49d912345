import '@typecase/server/resources/deployments/tables'
import type { Owner } from '@typecase/server/testing/people'
import type { TestServer } from '@typecase/server/testing/test-server'
import { builtDeployment, type TestVercel } from '@typecase/server/testing/vercel-server'

/** A token that Vercel accepts but that sees no project. */
export const ACCEPTED_TOKEN = 'vercel-accepted'
export const DEPLOYMENT_ID = 'dpl_one'

/** Connects the bucket with a separate token, and links the only visible project. @returns its id */
export async function linkProject(
  { app }: TestServer,
  { bucket }: Owner,
  vercel?: TestVercel,
): Promise<string> {
  const project_id = `prj_${bucket.id}`
  const token = `vercel-${bucket.id}`
  if (vercel) {
    const deployments = [builtDeployment(DEPLOYMENT_ID, app.clock.now())]
    vercel.projects[ACCEPTED_TOKEN] = []
    vercel.projects[token] = [{ id: project_id, name: 'site', deployments, events: {} }]
  }
  const of = { bucket_id: bucket.id }
  const now = app.clock.iso()
  await app.db.write(async ({ db }) => {
    const sealed = { token_sealed: app.sealer.seal(token), team_id: null }
    await db
      .insertInto('vercel_connections')
      .values({ ...of, ...sealed, modified_at: now, rev: 1 })
      .execute()
    const link = { project_id, title: 'site', source: 'bucket' as const }
    await db
      .insertInto('vercel_links')
      .values({ ...of, ...link, created_at: now, created_by: null })
      .execute()
  }, 'serializable')
  return project_id
}
