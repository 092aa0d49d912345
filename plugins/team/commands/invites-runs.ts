import { projectsRoute } from '@typecase/content/routes'
import { CurrentWorkspace } from '@typecase/content/workspace'
import { isInviteResource, type ReceivedInvite, updateInvite } from '@typecase/contract/invites'
import { listProjects } from '@typecase/contract/projects'
import { DEFAULT_WORKSPACE, listWorkspaces } from '@typecase/contract/workspaces'
import type { ArgsOf, CommandModule, Failure, RunContext } from '@typecase/plugin-sdk/command'
import { ruleOf } from '@typecase/plugin-sdk/api-error'
import { isExpected } from '@typecase/plugin-sdk/refusal'
import { Api, PendingInvite, Queries, Toasts } from '@typecase/plugin-sdk/services'

import { addToTeam, refreshTeam, sendAgain, withdraw } from '../queries.ts'
import type * as commands from './invites.ts'
import { goToTeam } from './members-runs.ts'

export const invitePeople: CommandModule<ArgsOf<typeof commands.inviteArgs>> = {
  run: (scope, { go }) => goToTeam(go, scope, { open: 'invite' }),
}

/** Sends one call per address, so that a problem with one does not block the others. */
export const sendInvites: CommandModule<ArgsOf<typeof commands.sendArgs>> = {
  async *run({ emails, role, bucket_roles, ...scope }, { services }) {
    const failures: Failure[] = []
    for (const [done, email] of emails.entries()) {
      yield { done, total: emails.length }
      try {
        await addToTeam(services, scope, { email }, { role, ...(bucket_roles && { bucket_roles }) })
      } catch (error) {
        if (!isExpected(error)) throw error
        const rule = ruleOf(error)
        const reason = error instanceof Error ? error.message : ''
        failures.push({ id: email, reason, ...(rule && { rule }) })
      }
    }
    await refreshTeam(services)
    const sent = emails.filter((email) => failures.every(({ id }) => id !== email))
    if (sent.length === 0) return { failures }
    return { message: `Invited ${sent.join(', ')}`, failures }
  },
}

export const resendInvite: CommandModule<ArgsOf<typeof commands.oneInviteArgs>> = {
  run: async ({ id }, { services }) => {
    const { invite } = await sendAgain(services, id)
    await refreshTeam(services)
    return { message: `Sent again to ${invite.email}; the older link no longer works` }
  },
}

export const withdrawInvite: CommandModule<ArgsOf<typeof commands.oneInviteArgs>> = {
  confirmation: async () => ({
    title: 'Withdraw this invitation?',
    text: 'Its link stops working. You can invite the same person again.',
    action: 'Withdraw',
  }),
  run: async ({ id }, { services }) => {
    await withdraw(services, id)
    await refreshTeam(services)
    return { message: 'Invitation withdrawn. Its link no longer works' }
  },
}

export const acceptInvitation: CommandModule = {
  run: (_args, context) => answer('confirmed', context),
}
export const declineInvitation: CommandModule = {
  run: (_args, context) => answer('rejected', context),
}

async function answer(status: 'confirmed' | 'rejected', context: RunContext) {
  const { services, go } = context
  const pending = services.get(PendingInvite)
  const open = pending.get()
  if (!open || !isInviteResource(open.resource)) return {}
  const { invite_id, resource } = open
  let invite: ReceivedInvite
  try {
    const body = { invite_id, resource, status }
    invite = (await services.get(Api).call(updateInvite, { body })).invite
  } catch (error) {
    if (!isExpected(error)) throw error
    // The empty message results in the specification's text for failures (section 8); the dialog stays open.
    services.get(Toasts).show({ message: '', tone: 'error' })
    return {}
  }
  if (status === 'confirmed') await enter(invite, context)
  pending.clear()
  // Also after declining, because the address still names the invitation.
  await go(projectsRoute, { isReplace: true })
  return {
    message:
      status === 'confirmed' ? 'You accepted the invitation!' : 'You declined the invitation!',
  }
}

/** Refetches what the invitation gives access to, and switches to its workspace (specification section 4). */
async function enter({ resource, workspace_id }: ReceivedInvite, { services }: RunContext) {
  const queries = services.get(Queries)
  const changed = [listWorkspaces, listProjects]
  await Promise.all(changed.map(({ id }) => queries.invalidateQueries({ queryKey: [id] })))
  if (!services.has(CurrentWorkspace)) return
  const isOfWorkspace = resource === 'workspace'
  // For guests, the project is listed in the built-in workspace.
  const target = workspace_id ?? (isOfWorkspace ? undefined : DEFAULT_WORKSPACE)
  if (target !== undefined) services.get(CurrentWorkspace).set(target)
}
