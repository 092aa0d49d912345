import {
  answerAuthorization,
  getAuthorization,
  listAssistants,
  revokeAssistant,
} from '@typecase/contract/assistants'

import type { App } from '../../app.ts'
import { forbidden, notFound, unauthenticated } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { assistantAddedMail } from '../../mail/account-mails.ts'
import { actorOf, audit } from '../audit/audit-log.ts'
import { openBucket } from '../buckets/bucket-access.ts'
import { assertOpens } from '../users/access-tokens.ts'
import { findUser } from '../users/store.ts'
import { toMailReader } from '../users/user-view.ts'
import { clientOf, offeredScope, problemOf, redirectWith } from './authorization.ts'
import { toClient } from './clients.ts'
import { addGrant, endGrants } from './grants.ts'
import { assistantsIn } from './list-assistants.ts'

export function routes(app: App): Route[] {
  const { db, limits } = app
  return [
    handle(getAuthorization, async ({ query }) => {
      const client = toClient(await clientOf(app, query), query.redirect_uri)
      const problem = problemOf(app, query)
      return {
        client,
        scope: offeredScope(query),
        ...(problem && { redirect_to: redirectWith(app, query, problem.toBody()) }),
      }
    }),

    handle(answerAuthorization, async (call) => {
      const { principal, body } = call
      const { permit, ...request } = body
      const client = await clientOf(app, request)
      const problem = problemOf(app, request)
      if (problem) return { redirect_to: redirectWith(app, request, problem.toBody()) }
      if (!permit) return { redirect_to: redirectWith(app, request, { error: 'access_denied' }) }
      const { scope, bucket_ids: bucketIds } = permit
      const { userId } = principal
      await limits.count('assistantGrant', userId)
      if (bucketIds) await assertOpens(app, principal, bucketIds, 'permit.bucket_ids')
      return call.commit(async (write) => {
        const user = await findUser(write.db, userId)
        if (user?.status !== 'active') throw unauthenticated()
        const { redirect_uri: redirectUri, code_challenge: challenge = '' } = request
        const { id, code } = await addGrant(app, write, {
          clientId: client.id,
          userId,
          scope,
          bucketIds,
          redirectUri,
          challenge,
        })
        const details = { scope, ...(bucketIds && { buckets: bucketIds.length }) }
        const subject = { id, title: client.name }
        await audit(write, app, actorOf(call), { kind: 'account.assistant_add', subject, details })
        const mail = assistantAddedMail(toMailReader(user), app.settings.PUBLIC_URL, client.name)
        write.afterCommit(() => app.mailer.send(mail))
        return { redirect_to: redirectWith(app, request, { code }) }
      }, 'serializable')
    }),

    handle(listAssistants, async ({ principal, query }) => {
      const access = await openBucket(db, principal, query.slug)
      const assistants = await assistantsIn(app, db.read, access, principal.userId)
      return { assistants, total: assistants.length }
    }),

    handle(revokeAssistant, async (call) => {
      const { slug, assistant_id: id } = call.query
      const access = await openBucket(db, call.principal, slug)
      return call.commit(async (write) => {
        const all = await assistantsIn(app, write.db, access, call.principal.userId)
        const assistant = all.find((one) => one.id === id)
        if (!assistant) throw notFound('Assistant')
        if (!assistant.may_revoke) throw forbidden('You may only revoke your own assistants.')
        await endGrants(app, write, [id])
        const { client, user } = assistant
        const isOwn = user.id === call.principal.userId
        await audit(write, app, actorOf(call), {
          kind: isOwn ? 'account.assistant_delete' : 'bucket.revoke_assistant',
          ...(!isOwn && { bucketId: access.bucketId }),
          subject: { id, title: client.name },
        })
        return { message: `${client.name} is disconnected.` }
      }, 'serializable')
    }),
  ]
}
