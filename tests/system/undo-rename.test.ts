import { getBucket, updateBucket } from '@typecase/contract/buckets'
import { addObjectTypeFolder, updateObjectTypeFolder } from '@typecase/contract/object-type-folders'
import { getProject, updateProject } from '@typecase/contract/projects'
import { permissionsOf } from '@typecase/contract/roles'
import type { JsonObject } from '@typecase/plugin-sdk/json'
import type { Plugin } from '@typecase/plugin-sdk/plugin'
import type { Outcome } from '@typecase/plugin-sdk/command'
import { runCommand } from '@typecase/plugin-sdk/testing/run-command'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { addOwner, type Owner } from '../../packages/server/src/testing/people.ts'
import { startTestServer, type TestServer } from '../../packages/server/src/testing/test-server.ts'
import objectTypes from '../../plugins/object-types/plugin.ts'
import projects from '../../plugins/projects/plugin.ts'

let server: TestServer
let baseUrl: string
let owner: Owner
let folder: string
beforeAll(async () => {
  server = await startTestServer()
  baseUrl = await server.http.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  server.http.server.closeAllConnections()
  await server.remove()
})
beforeEach(async () => {
  owner = await addOwner(server)
  const body = { slug: owner.bucket.slug, data: { title: 'Plants' } }
  const created = (await server.call(addObjectTypeFolder, { body }, owner)).ok()
  folder = created.object_type_folder.slug
})

async function run(plugin: Plugin, id: string, args: JsonObject): Promise<Outcome> {
  const facts = {
    'session.isLoggedIn': true as const,
    'route.bucketSlug': owner.bucket.slug,
    can: new Set(permissionsOf.admin),
  }
  const api = { baseUrl, token: owner.token }
  return (await runCommand(plugin, id, args, { facts, api })).outcome
}

interface Named {
  what: string
  plugin: Plugin
  command: string
  args(): JsonObject
  title(): Promise<string | undefined>
  renamedByOthers(title: string): Promise<unknown>
}

const bucketNow = async () => {
  const query = { slug: owner.bucket.slug }
  return (await server.call(getBucket, { query }, owner)).ok().bucket
}

const named: Named[] = [
  {
    what: 'project',
    plugin: projects,
    command: 'projects.rename',
    args: () => ({ project_id: owner.project.id }),
    async title() {
      const query = { project_id: owner.project.id }
      return (await server.call(getProject, { query }, owner)).ok().project.title
    },
    renamedByOthers: (title) =>
      server.call(
        updateProject,
        { body: { project_id: owner.project.id, data: { title } } },
        owner,
      ),
  },
  {
    what: 'bucket',
    plugin: projects,
    command: 'projects.rename-bucket',
    args: () => ({ bucket: owner.bucket.slug }),
    title: async () => (await bucketNow()).title,
    renamedByOthers: (title) =>
      server.call(updateBucket, { body: { slug: owner.bucket.slug, data: { title } } }, owner),
  },
  {
    what: 'folder of object types',
    plugin: objectTypes,
    command: 'object-types.rename-folder',
    args: () => ({ folder }),
    title: async () => (await bucketNow()).object_type_folders[0]?.title,
    renamedByOthers: (title) => {
      const body = { slug: owner.bucket.slug, object_type_folder_slug: folder, data: { title } }
      return server.call(updateObjectTypeFolder, { body }, owner)
    },
  },
]

test.each(named)(
  'the undo of a renamed $what is refused after someone else has renamed it',
  async ({ plugin, command, args, title, renamedByOthers }) => {
    const { undo } = await run(plugin, command, { ...args(), title: 'Mine' })
    await renamedByOthers('Theirs')
    await expect(run(plugin, command, undo?.args ?? {})).rejects.toMatchObject({
      code: 'refused',
      message: 'It has been renamed to “Theirs” since.',
    })
    expect(await title()).toBe('Theirs')
  },
)

test.each(named)(
  'renames of a $what are undone one after the other, and redone',
  async ({ plugin, command, args, title }) => {
    const former = await title()
    const first = await run(plugin, command, { ...args(), title: 'First' })
    const second = await run(plugin, command, { ...args(), title: 'Second' })
    const undone = await run(plugin, command, second.undo?.args ?? {})
    expect(await title()).toBe('First')
    await run(plugin, command, first.undo?.args ?? {})
    expect(await title()).toBe(former)
    const secondRun = await run(plugin, command, { ...args(), title: 'First' })
    await run(plugin, command, undone.undo?.args ?? {})
    expect(await title()).toBe('Second')
    await expect(run(plugin, command, secondRun.undo?.args ?? {})).rejects.toMatchObject({
      code: 'refused',
    })
  },
)
