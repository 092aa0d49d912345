import {
  addMacro,
  deleteMacro,
  getMacro,
  listMacros as listMacrosCall,
  type Macro,
  runMacro,
  updateMacro,
} from '@typecase/contract/macros'

import { MAX_MACROS } from '../../limits.ts'
import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { conflict, forbidden, notFound, stale } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { type BucketAccess, openBucket } from '../buckets/bucket-access.ts'
import { respondWithChange } from '../objects/changes/bulk/change-response.ts'
import { choiceOf } from '../objects/changes/bulk/versions.ts'
import { checkMacro } from './check-macro.ts'
import { readyMacro } from './run-macro.ts'
import { countMacros, findMacro, insertMacro, listMacros, removeMacro, saveMacro } from './store.ts'

/** Default number of rows per page. */
const PAGE_SIZE = 100

export function routes(app: App): Route[] {
  const { db, clock } = app
  return [
    handle(listMacrosCall, async ({ principal, query }) => {
      const access = await openBucket(db, principal, query.slug)
      const { limit = PAGE_SIZE, skip = 0 } = query
      return { ...(await listMacros(db.read, access, { limit, skip })), limit, skip }
    }),

    handle(getMacro, async ({ principal, query }) => {
      const access = await openBucket(db, principal, query.slug)
      return { macro: await existing(db.read, access, query.macro_id) }
    }),

    handle(addMacro, async ({ principal, body: { slug, data }, commit }) => {
      const access = await openBucket(db, principal, slug, 'objects:write')
      const macro = { arguments: [], is_shared: false, ...data }
      checkMacro(macro)
      return commit(async (write) => {
        if ((await countMacros(write.db, access)) >= MAX_MACROS) {
          throw conflict(`You have ${MAX_MACROS} macros in this project. Delete some first.`)
        }
        const id = await insertMacro(clock, write.db, access, macro)
        return { macro: await existing(write.db, access, id) }
      }, 'serializable')
    }),

    handle(updateMacro, async ({ principal, body, ifMatch, commit }) => {
      const access = await openBucket(db, principal, body.slug, 'objects:write')
      return commit(async (write) => {
        const before = await existing(write.db, access, body.macro_id)
        assertMayChange(access, before)
        const rev = ifMatch ?? body.rev
        if (rev !== undefined && rev !== before.rev) throw stale(before)
        const after = { ...before, ...body.data }
        checkMacro(after)
        return { macro: await saveMacro(clock, write.db, before, after) }
      }, 'serializable')
    }),

    handle(deleteMacro, async ({ principal, query, commit }) => {
      const access = await openBucket(db, principal, query.slug, 'objects:write')
      return commit(async (write) => {
        const macro = await existing(write.db, access, query.macro_id)
        assertMayChange(access, macro)
        await removeMacro(write.db, macro)
        return { message: `Macro “${macro.title}” deleted.` }
      }, 'serializable')
    }),

    handle(runMacro, async ({ principal, body, ...call }) => {
      const { macro_id, args = {}, publish: _, ...scope } = body
      const access = await openBucket(db, principal, scope.slug, 'objects:write')
      const macro = await existing(db.read, access, macro_id)
      const { change, refusal } = readyMacro(access, macro, args, choiceOf(access, body))
      try {
        return await respondWithChange(app, call, access, { change, scope })
      } catch (reason) {
        throw refusal(reason)
      }
    }),
  ]
}

/** Finds a macro. @throws Failure `not_found` for a macro of another project, or another user's that is not shared */
async function existing(db: Reader, access: BucketAccess, id: string): Promise<Macro> {
  const macro = await findMacro(db, access, id)
  if (!macro) throw notFound('Macro')
  return macro
}

/**
 * Checks that the caller may change a macro.
 * @throws Failure `forbidden` for another user's macro, unless the role may change the bucket's settings
 */
function assertMayChange(access: BucketAccess, { created_by }: Macro): void {
  if (created_by === access.userId || access.can('bucket:settings')) return
  throw forbidden(
    `Your role (${access.describeRole}) may only change macros that you made yourself.`,
  )
}
