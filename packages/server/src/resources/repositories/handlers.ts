import {
  addBranch,
  addRepository,
  deleteBranch,
  deleteRepository,
  listRepositories,
  MAX_BRANCHES,
  MAX_REPOSITORIES,
  type Repository,
  updateBranch,
  updateRepository,
} from '@typecase/contract/repositories'

import type { App } from '../../app.ts'
import type { Database, Reader } from '../../database/database.ts'
import type { Write } from '../../database/write-queue.ts'
import { conflict, forbidden, invalid, notFound, stale } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import type { UserPrincipal } from '../../http/principal.ts'
import { type BucketAccess, openBucket } from '../buckets/bucket-access.ts'
import { bucketChanged } from '../buckets/bucket-changed.ts'
import {
  changedRepository,
  checkSite,
  newBranch,
  newBranches,
  newRepository,
} from './check-repository.ts'
import {
  changeRepository,
  countRepositories,
  findRepository,
  insertBranches,
  insertRepository,
  listRepositories as readRepositories,
  removeBranch,
  removeRepository,
  setSite,
  titleAtAddress,
} from './store.ts'

/** Default number of rows per page. */
const PAGE_SIZE = 10

export function routes(app: App): Route[] {
  const { db, clock } = app
  return [
    handle(
      listRepositories,
      async ({ principal, query: { slug, limit = PAGE_SIZE, skip = 0 } }) => {
        const access = await openBucket(db, principal, slug)
        const [total, repositories] = await Promise.all([
          countRepositories(db.read, access),
          readRepositories(db.read, access, { limit, skip }),
        ])
        return { repositories, total, limit, skip }
      },
    ),

    handle(addRepository, async ({ principal, query: { slug }, body: { data }, commit }) => {
      const access = await openToChange(db, principal, slug)
      const { branches: sent = [], repository_name, repository_url, ...fields } = data
      const { url = repository_url, title = repository_name, default_branch } = fields
      if (url === undefined) throw invalid('data.url', 'data.url is a required field', 'required')
      const values = {
        ...(title !== undefined && { title }),
        ...(default_branch !== undefined && { default_branch }),
      }
      const repository = newRepository({ url, ...values })
      const branches = newBranches(repository.default_branch, sent)
      assertBranchesFit(branches.length)
      return commit(async (write) => {
        await bucketChanged(app, write, access)
        if ((await countRepositories(write.db, access)) >= MAX_REPOSITORIES) {
          throw conflict(
            `There are ${MAX_REPOSITORIES} repositories in this bucket. Delete some first.`,
          )
        }
        await assertAddressIsFree(write.db, access, repository.url)
        const id = await insertRepository(clock, write.db, access, repository, branches)
        return { repository: await existing(write.db, access, id) }
      }, access)
    }),

    handle(
      updateRepository,
      async ({ principal, params, query: { slug }, body, ifMatch, commit }) => {
        const access = await openToChange(db, principal, slug)
        return commit(async (write) => {
          const before = await existing(write.db, access, params.id)
          assertFresh(before, ifMatch ?? body.rev)
          const after = changedRepository(before, body.data)
          await assertAddressIsFree(write.db, access, after.url, before.id)
          await changeRepository(clock, write.db, access, before.id, after)
          if (!branchOf(before, after.default_branch)) {
            assertBranchesFit(before.branches.length + 1)
            const branch = { name: after.default_branch, site_url: null }
            await insertBranches(write.db, access, before.id, [branch], clock.iso())
          }
          return answer(write, access, before.id)
        }, access)
      },
    ),

    handle(deleteRepository, async ({ principal, params, query: { slug }, commit }) => {
      const access = await openToChange(db, principal, slug)
      return commit(async (write) => {
        const { id, title } = await existing(write.db, access, params.id)
        await bucketChanged(app, write, access)
        await removeRepository(write.db, access, id)
        return { message: `Repository “${title}” deleted; nothing changes on its host.` }
      }, access)
    }),

    handle(addBranch, async ({ principal, params, query: { slug }, body, commit }) => {
      const access = await openToChange(db, principal, slug)
      const branch = newBranch(body)
      return commit(async (write) => {
        const before = await existing(write.db, access, params.id)
        if (branchOf(before, branch.name)) {
          const message = `“${before.title}” has a branch ${branch.name} already.`
          throw conflict(message, [{ path: 'name', message, rule: 'unique' }])
        }
        const { source_branch: source } = body
        if (source !== undefined && !branchOf(before, source)) {
          const message = `source_branch must be a branch of “${before.title}”`
          throw invalid('source_branch', message, 'reference')
        }
        assertBranchesFit(before.branches.length + 1)
        await insertBranches(write.db, access, before.id, [branch], clock.iso())
        await changeRepository(clock, write.db, access, before.id)
        return answer(write, access, before.id)
      }, access)
    }),

    handle(updateBranch, async ({ principal, params, query: { slug }, body, ifMatch, commit }) => {
      const access = await openToChange(db, principal, slug)
      const site_url = checkSite(body.site_url, 'site_url')
      return commit(async (write) => {
        const before = await existing(write.db, access, params.id)
        const { name } = existingBranch(before, params.name)
        assertFresh(before, ifMatch ?? body.rev)
        await setSite(write.db, access, before.id, { name, site_url })
        await changeRepository(clock, write.db, access, before.id)
        return answer(write, access, before.id)
      }, access)
    }),

    handle(deleteBranch, async ({ principal, params, query: { slug }, commit }) => {
      const access = await openToChange(db, principal, slug)
      return commit(async (write) => {
        const before = await existing(write.db, access, params.id)
        const { name } = existingBranch(before, params.name)
        if (name === before.default_branch) {
          throw conflict(
            `${name} is the default branch of “${before.title}”. Make another one the default first.`,
          )
        }
        await removeBranch(write.db, access, before.id, name)
        await changeRepository(clock, write.db, access, before.id)
        return answer(write, access, before.id)
      }, access)
    }),
  ]

  async function answer(write: Write, access: BucketAccess, id: string) {
    await bucketChanged(app, write, access)
    return { repository: await existing(write.db, access, id) }
  }
}

/**
 * Opens a bucket for changing repositories. This requires the right to change object types, since developers build the
 * sites.
 * @throws Failure `forbidden`
 */
async function openToChange(
  db: Database,
  principal: UserPrincipal,
  slug: string,
): Promise<BucketAccess> {
  const access = await openBucket(db, principal, slug)
  if (access.can('types:write')) return access
  throw forbidden(`Your role (${access.describeRole}) cannot change repositories.`)
}

/** Finds a repository. @throws Failure `not_found` also for a repository of another bucket */
async function existing(db: Reader, access: BucketAccess, id: string): Promise<Repository> {
  const repository = await findRepository(db, access, id)
  if (!repository) throw notFound('Repository')
  return repository
}

const branchOf = ({ branches }: Repository, name: string) =>
  branches.find((branch) => branch.name === name)

/** Finds a branch of a repository. @throws Failure `not_found` */
function existingBranch(repository: Repository, name: string) {
  const branch = branchOf(repository, name)
  if (!branch) throw notFound('Branch')
  return branch
}

/** Checks the `rev` that the caller started from. @throws Failure `stale` if the repository has changed since */
function assertFresh(before: Repository, rev: number | undefined): void {
  if (rev !== undefined && rev !== before.rev) throw stale(before)
}

/** Checks the number of branches. @throws Failure `conflict` if a repository may not have so many */
function assertBranchesFit(count: number): void {
  if (count <= MAX_BRANCHES) return
  throw conflict(`A repository has at most ${MAX_BRANCHES} branches here. Delete some first.`)
}

/** Checks that no other repository of the bucket has an address. @throws Failure `conflict` that names the field */
async function assertAddressIsFree(
  db: Reader,
  access: BucketAccess,
  url: string,
  exceptId?: string,
): Promise<void> {
  const title = await titleAtAddress(db, access, url, exceptId)
  if (title === undefined) return
  const message = `“${title}” has this address already.`
  throw conflict(message, [{ path: 'data.url', message, rule: 'unique' }])
}
