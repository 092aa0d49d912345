import {
  connectVercel,
  disconnectVercel,
  getDeploymentLog,
  getVercelConnection,
  linkVercelProject,
  listDeployments,
  listVercelProjects,
  unlinkVercelProject,
} from '@typecase/contract/deployments'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

import { addOwner, addPerson, join, type Owner, type Person } from '../../testing/people.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import {
  builtDeployment,
  startTestVercel,
  type TestVercel,
  type VercelProject,
} from '../../testing/vercel-server.ts'

export const NOW = Date.UTC(2026, 10, 26, 9)
export const MINUTE = 60_000
export const TOKEN = 'token-of-the-bucket'
export const OPERATOR = 'token-of-the-operator'
export const JOURNAL = 'prj_journal'
export const SHOP = 'prj_shop'

/** Credentials of a call. */
export type By = { token?: string; headers?: Record<string, string> }

interface Bed {
  vercel: TestVercel
  /** A server with the installation's token, which sees both projects. */
  server: TestServer
  /** The owner of a bucket whose token sees the journal, and with the team `team_harbour` the shop. */
  owner: Owner
  editor: Person
  staff: Person
  journal: VercelProject
}

/**
 * Starts a server with a local Vercel, and adds people. Each test has its own bucket. Call it at the top of a test
 * file.
 */
export function prepareVercel() {
  const clock = createTestClock(NOW)
  // Its fields are set before the first test.
  const bed = {} as Bed

  beforeAll(async () => {
    bed.vercel = await startTestVercel()
    const installation = { VERCEL_TOKEN: OPERATOR, VERCEL_TEAM_ID: 'team_operator' }
    bed.server = await startTestServer({ ...bed.vercel.settings, ...installation }, { clock })
  })
  afterAll(async () => {
    await bed.server.remove()
    bed.vercel.close()
  })
  beforeEach(async () => {
    const { server, vercel } = bed
    // Responses cached by the previous test expire.
    clock.advance(MINUTE)
    bed.journal = {
      id: JOURNAL,
      name: 'journal',
      deployments: [
        builtDeployment('dpl_three', NOW + 3000, { readyState: 'BUILDING', ready: undefined }),
        builtDeployment('dpl_two', NOW + 2000, { target: null }),
        builtDeployment('dpl_one', NOW + 1000),
      ],
      events: {},
    }
    const shop = { id: SHOP, name: 'shop', deployments: [], events: {} }
    vercel.projects[TOKEN] = [bed.journal]
    vercel.projects[`${TOKEN} team_harbour`] = [shop]
    vercel.projects[`${OPERATOR} team_operator`] = [bed.journal, shop]
    vercel.requests.length = 0
    bed.owner = await addOwner(server)
    bed.editor = await addPerson(server)
    await join(server, bed.editor, bed.owner, 'editor')
    bed.staff = await addPerson(server)
    await join(server, bed.staff, bed.owner, 'admin')
    await server.app.db.write(
      ({ db }) =>
        db.updateTable('users').set({ is_staff: 1 }).where('id', '=', bed.staff.id).execute(),
      'serializable',
    )
  })
  afterEach(() => (bed.vercel.answer = undefined))

  const slug = () => bed.owner.bucket.slug
  const connection = async (by: By = bed.owner) =>
    (await bed.server.call(getVercelConnection, { query: { slug: slug() } }, by)).ok().connection
  const connect = (more: object = {}, by: By = bed.owner, to = bed.server, of = slug()) =>
    to.send(connectVercel, { body: { slug: of, token: TOKEN, ...more } }, by)
  const disconnect = (by: By = bed.owner) =>
    bed.server.call(disconnectVercel, { query: { slug: slug() } }, by)
  const projects = (by: By = bed.owner, search?: string) =>
    bed.server.call(
      listVercelProjects,
      { query: { slug: slug(), ...(search !== undefined && { search }) } },
      by,
    )
  const link = (project_id = JOURNAL, by: By = bed.owner) =>
    bed.server.call(linkVercelProject, { body: { slug: slug(), project_id } }, by)
  const unlink = (project_id = JOURNAL, by: By = bed.owner) =>
    bed.server.call(unlinkVercelProject, { query: { slug: slug(), project_id } }, by)
  const list = (more: object = {}, by: By = bed.owner) =>
    bed.server.call(
      listDeployments,
      { query: { slug: slug(), vercelProjectId: JOURNAL, ...more } },
      by,
    )
  const log = (deployment_id = 'dpl_one', by: By = bed.owner, vercelProjectId = JOURNAL) =>
    bed.server.call(
      getDeploymentLog,
      { query: { slug: slug(), vercelProjectId, deployment_id } },
      by,
    )
  async function linked(): Promise<void> {
    ;(await connect()).ok()
    ;(await link()).ok()
  }

  const calls = { connection, connect, disconnect, projects, link, unlink, list, log, linked }
  return { bed, clock, slug, ...calls }
}
