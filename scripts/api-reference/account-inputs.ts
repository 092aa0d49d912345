import { addToken } from '@typecase/contract/access-tokens'
import { listAssistants } from '@typecase/contract/assistants'
import { initIntent } from '@typecase/contract/billing'
import { addInvite } from '@typecase/contract/invites'
import { addPlanSubscription, addAddonSubscription } from '@typecase/contract/project-plans'
import { addProjectWithBucket } from '@typecase/contract/projects'
import { listSessions } from '@typecase/contract/sessions'
import { forgotPassword, signup } from '@typecase/contract/users'
import {
  connect,
  registerClient,
  requestOf,
} from '@typecase/server/resources/assistants/oauth-client.fixture'
import { addAccount, PASSWORD } from '@typecase/server/testing/accounts'
import { addTestCard, GOOD_CARD, signInAgain } from '@typecase/server/testing/billing'
import { codeIn, mailTo } from '@typecase/server/testing/outbox'
import { addPerson, addWorkspaceOf } from '@typecase/server/testing/people'

import type { ExampleInputs } from './example-input.ts'
import type { Fixture } from './fixture.ts'

let count = 0
/** Returns an address without an account; pages show the first of them as one name. */
const newAddress = (): string => `person${1_000_000 + (count += 1)}@example.com`

/** Adds a project of the owner that is in no workspace. */
async function addProject({
  server,
  owner,
}: Fixture): Promise<{ projectId: string; slug: string }> {
  const body = { project_title: 'Harbour', bucket_title: 'Harbour' }
  const { project, bucket } = (await server.call(addProjectWithBucket, { body }, owner)).ok()
  return { projectId: project.id, slug: bucket.slug }
}

/** Adds a project that the owner pays for. */
async function addPaidProject(fixture: Fixture): Promise<string> {
  const { server, owner } = fixture
  await addTestCard(server, owner)
  const { projectId: project_id } = await addProject(fixture)
  const plan = { project_id, price_id: 'pro:month' }
  ;(await server.call(addPlanSubscription, { body: plan }, owner)).ok()
  return project_id
}

async function addIntent({ server, owner }: Fixture): Promise<string> {
  return (await server.call(initIntent, {}, owner)).ok().setup_intent.id
}

async function addCard({ server, owner }: Fixture): Promise<string> {
  return (await addTestCard(server, owner)).at(-1)?.id ?? ''
}

/** Invites another person. @returns the invitation and the person's session */
async function invite({ server, owner, tenant }: Fixture) {
  const person = await addPerson(server)
  const body = { resource: 'project' as const, resource_id: tenant.projectId, email: person.email }
  ;(await server.call(addInvite, { body: { ...body, role: 'user' as const } }, owner)).ok()
  return { invite_id: codeIn(await mailTo(server, person.email)), token: person.token }
}

/** Returns the parameters with which an assistant sends a person to the consent page. */
async function requestPermission({ server }: Fixture) {
  return (await requestOf(server, await registerClient(server))).request
}

const signedUp = async ({ server }: Fixture) => {
  const email = newAddress()
  ;(await server.call(signup, { body: { email, password: PASSWORD } })).ok()
  return email
}

/** Inputs of accounts, billing, projects and workspaces. */
export const accountInputs: ExampleInputs = {
  'users.authenticate': async ({ server }) => {
    const { email, password } = await addAccount(server, newAddress())
    return { body: { email, password } }
  },
  'legacy.authenticate': async ({ server }) => {
    const { email, password } = await addAccount(server, newAddress())
    return { body: { email, password } }
  },
  'users.signup': () => ({
    body: { email: newAddress(), password: PASSWORD, first_name: 'Ada', last_name: 'Lovelace' },
  }),
  'users.resendVerificationEmail': async (fixture) => ({
    body: { email: await signedUp(fixture) },
  }),
  'users.verifyEmail': async (fixture) => {
    const email = await signedUp(fixture)
    return { body: { verification_code: codeIn(await mailTo(fixture.server, email)) } }
  },
  'users.forgotPassword': ({ owner: { email } }) => ({ body: { email } }),
  'users.resetPassword': async ({ server }) => {
    const { email } = await addAccount(server, newAddress())
    ;(await server.call(forgotPassword, { body: { email } })).ok()
    const reset_code = codeIn(await mailTo(server, email, 2))
    return { body: { reset_code, password: 'a louder harbour at dawn' } }
  },
  'users.update': () => ({ body: { data: { first_name: 'Ada', last_name: 'Lovelace' } } }),
  'users.deactivate': async ({ server }) => {
    const { token } = await addAccount(server, newAddress())
    return { body: { current_password: PASSWORD }, token }
  },
  'users.logout': async ({ server, owner }) => ({
    token: (await signInAgain(server, owner)).token,
  }),
  'users.endSession': async ({ server, owner }) => {
    await signInAgain(server, owner)
    const { sessions } = (await server.call(listSessions, {}, owner)).ok()
    return { body: { session_id: sessions.find((one) => !one.is_current)?.id } }
  },
  'users.addToken': () => ({ body: { title: 'Import', scope: 'draft', days: 30 } }),
  'users.deleteToken': async ({ server, owner }) => {
    const body = { title: 'Export', scope: 'read' as const, days: 30 }
    const { token } = (await server.call(addToken, { body }, owner)).ok()
    return { query: { token_id: token.id } }
  },
  'assistants.authorization': async (fixture) => ({ query: await requestPermission(fixture) }),
  'assistants.authorize': async (fixture) => {
    const permit = { scope: 'draft', bucket_ids: null }
    return { body: { ...(await requestPermission(fixture)), permit } }
  },
  'assistants.list': async ({ server, owner, tenant: { slug } }) => {
    await connect(server, owner)
    return { query: { slug } }
  },
  'assistants.revoke': async ({ server, owner, tenant: { slug } }) => {
    await connect(server, owner)
    const { assistants } = (await server.call(listAssistants, { query: { slug } }, owner)).ok()
    return { query: { slug, assistant_id: assistants[0]?.id } }
  },
  'users.startProvider': () => ({ body: { provider: 'github' } }),
  'users.googleAuth': () => ({ body: { auth_code: 'CODE', state: 'STATE' } }),
  'users.githubAuth': () => ({ body: { id_token: 'CODE', state: 'STATE' } }),
  'users.startLink': () => ({ body: { provider: 'github' } }),
  'users.linkProvider': () => ({ body: { provider: 'github', code: 'CODE', state: 'STATE' } }),
  'users.unlinkProvider': () => ({ body: { provider: 'github' } }),
  'users.passkeyAuth': () => ({ body: { credential: {} } }),
  'users.addPasskey': () => ({ body: { title: 'Laptop', credential: {} } }),
  'users.updatePasskey': () => ({ body: { passkey_id: ID, data: { title: 'Laptop' } } }),
  'users.deletePasskey': () => ({ query: { passkey_id: ID } }),

  'userBillings.add': () => ({ body: { data: { company: 'Harbour Press', tax_id: 'GB123' } } }),
  'userBillings.update': () => ({ body: { data: { address: '1 Quay Street' } } }),
  'userBillings.confirmTestIntent': async (fixture) => ({
    body: {
      intent_id: await addIntent(fixture),
      number: GOOD_CARD,
      exp_month: 12,
      exp_year: 2030,
    },
  }),
  'userBillings.cancelIntent': async (fixture) => ({
    body: { intent_id: await addIntent(fixture) },
  }),
  'userBillings.setPaymentMethodAsDefault': async (fixture) => ({
    body: { payment_method_id: await addCard(fixture) },
  }),
  'userBillings.deletePaymentMethod': async (fixture) => ({
    query: { payment_method_id: await addCard(fixture) },
  }),
  'userBillings.purchaseTokenPack': async (fixture) => {
    await addCard(fixture)
    return { body: { package_id: 'tokens-2m' } }
  },
  'userBillings.updateAutoReload': () => ({ body: { settings: { enabled: false } } }),
  'userBillings.endSubscription': async (fixture) => ({
    body: { project_id: await addPaidProject(fixture) },
  }),
  'billing.webhook': () => ({ body: { id: 'evt_1', type: 'invoice.paid' } }),

  'projects.addProjectWithBucket': () => ({
    body: { project_title: 'Harbour', bucket_title: 'Harbour news', template: 'blog' },
  }),
  'projects.addPlanSubscription': async (fixture) => {
    await addTestCard(fixture.server, fixture.owner)
    const { projectId: project_id } = await addProject(fixture)
    return { body: { project_id, price_id: 'pro:month' } }
  },
  'projects.addAddonSubscription': async (fixture) => ({
    body: { project_id: await addPaidProject(fixture), addon_id: 'webhooks' },
  }),
  'projects.cancelPlanSubscription': async (fixture) => ({
    query: { project_id: await addPaidProject(fixture) },
  }),
  'projects.cancelAddonSubscription': async (fixture) => {
    const { server, owner } = fixture
    const project_id = await addPaidProject(fixture)
    const body = { project_id, addon_id: 'webhooks' as const }
    ;(await server.call(addAddonSubscription, { body }, owner)).ok()
    return { query: body }
  },
  'workspaces.delete': async ({ server, owner }) => ({
    query: { workspace_id: (await addWorkspaceOf(server, owner, 'Old press')).id },
  }),
  'invites.get': async (fixture) => {
    const { invite_id, token } = await invite(fixture)
    return { query: { invite_id, resource: 'project' }, token }
  },
  'invites.update': async (fixture) => {
    const { invite_id, token } = await invite(fixture)
    return { body: { invite_id, resource: 'project', status: 'confirmed' }, token }
  },
  'accessCode.verify': () => ({ body: { accessCode: 'CODE' } }),

  'legacy.projects.add': () => ({ body: { title: 'Harbour', bucket_title: 'Harbour news' } }),
  'legacy.projects.delete': async (fixture) => ({
    params: { project_id: (await addProject(fixture)).projectId },
  }),
}

const ID = '6571c0de0000000000000000'
