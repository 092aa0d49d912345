import { addMediaFolder } from '@typecase/contract/media-folders'
import { addRelease } from '@typecase/contract/releases'
import { addSmartView } from '@typecase/contract/smart-views'
import { addWebhook } from '@typecase/contract/webhooks'
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { Commands, type CommandsService, FactStore } from '@typecase/plugin-sdk/services'
import type { SearchContext } from '@typecase/plugin-sdk/source'
import { createTestHost } from '@typecase/plugin-sdk/testing/test-host'
import { provide } from '@typecase/plugin-sdk/token'
import { addOneObject, addType } from '@typecase/server/testing/content'
import { addMedia } from '@typecase/server/testing/media'
import { addOwner, addPerson, join, type Owner } from '@typecase/server/testing/people'
import { startTestServer } from '@typecase/server/testing/test-server'

import { createCommandCenter } from '../../../src/commands/commands.ts'
import { nowhere } from '../../../src/commands/here.fixture.ts'
import { createSearch } from '../../../src/palette/search.ts'
import { bootPalette, plugins } from '../palette.fixture.ts'
import { startRecordedModel } from './model.fixture.ts'
import { placesOf } from './places.fixture.ts'

const interviews = ['On glass', 'On salt', 'On wind', 'On tides', 'On maps', 'On bells']

/** Starts a bucket of a magazine, with the commands of all plugins and a recorded model. */
export async function startWorld() {
  const model = await startRecordedModel()
  const server = await startTestServer(model.settings)
  const owner = await addOwner(server, 'ada')
  const ids = await addContent(server, owner)
  const baseUrl = await server.http.listen({ port: 0, host: '127.0.0.1' })

  const { host } = await bootPalette()
  const center = createCommandCenter({
    host,
    storage: { get: () => undefined, set: () => undefined, subscribe: () => () => {} },
    interaction: {} as never,
    keys: { of: () => [], bindings: () => [], subscribe: () => () => {} },
    here: nowhere(),
    go: async () => {},
  })
  const search = createSearch({ host, center })
  const commands: CommandsService = {
    ...center.service,
    find: async (words, limit) => search.find(words, limit),
  }
  const nothing = definePlugin({ id: 'x', version: '1.0.0', api: 1, title: 'X' })
  const { services } = createTestHost(nothing, {
    api: { baseUrl, token: owner.token },
    others: Object.values(plugins),
    services: [
      provide(Commands, () => commands),
      provide(FactStore, () => host.facts),
      ...Object.values(plugins).flatMap(({ provides = [] }) => provides),
    ],
  })
  const places = placesOf(owner, ids)

  let current: string | undefined

  /** Returns the context of a search on a page. */
  function at(place: string): SearchContext {
    const facts = places[place]
    if (!facts) throw new Error(`There is no place “${place}”`)
    const before = Object.keys(host.facts.get()).map((key) => [key, undefined])
    // New facts make the host check every command again.
    if (place !== current) host.facts.set({ ...Object.fromEntries(before), ...facts })
    current = place
    return { services, facts: host.facts.get(), signal: new AbortController().signal, limit: 50 }
  }

  return {
    at,
    center,
    model,
    async stop() {
      await server.remove()
      model.close()
    },
  }
}

async function addContent(server: Awaited<ReturnType<typeof startTestServer>>, owner: Owner) {
  const { slug } = owner.bucket
  const text = { key: 'summary', title: 'Summary', type: 'textarea' } as const
  await addType(server, owner, 'people', [{ key: 'born', title: 'Born', type: 'number' }])
  await addType(server, owner, 'interviews', [
    text,
    { key: 'year', title: 'Year', type: 'number' },
    {
      key: 'topic',
      title: 'Topic',
      type: 'select-dropdown',
      options: [
        { key: 'culture', value: 'culture' },
        { key: 'science', value: 'science' },
      ],
    },
    { key: 'guest', title: 'Guest', type: 'object', object_type: 'people' },
  ])
  await addType(server, owner, 'articles', [text], { localization: true })
  await addOneObject(server, owner, { type: 'people', title: 'Ada Byron' })
  for (const title of ['Fog', 'Harbour lights', 'Lamp oil'])
    await addOneObject(server, owner, { type: 'articles', title, locale: 'en' })
  const objects: string[] = []
  for (const [index, title] of interviews.entries()) {
    const status = index < 3 ? 'published' : 'draft'
    const metadata = { topic: index < 2 ? 'science' : 'culture', year: 2020 + index }
    const data = { type: 'interviews', title, status, metadata }
    const { id } = await addOneObject(server, owner, data)
    objects.push(id)
  }
  const media = await addMedia(server, owner, [{ title: 'Pier' }, { title: 'Buoy' }])
  const body = <T>(data: T) => ({ body: { slug, data } })
  await server.call(addMediaFolder, body({ title: 'Covers' }), owner)
  const query_string = 'query=%7B%22status%22%3A%22draft%22%7D'
  await server.call(addSmartView, body({ title: 'Needs review', query_string }), owner)
  const release = (await server.call(addRelease, body({ title: 'Summer issue' }), owner)).ok()
  const hook = {
    title: 'Deploy hook',
    endpoint: 'https://example.com/hook',
    resource: 'objects',
    events: ['published'],
  } as const
  await server.send(addWebhook, body(hook), owner)
  await join(server, await addPerson(server, 'kim'), owner, 'editor')
  return { objects, media, releaseId: release.release.id }
}
