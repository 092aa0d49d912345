import * as commandRefs from '@typecase/content/commands'
import * as routeRefs from '@typecase/content/routes'
import * as slotNames from '@typecase/content/slots'
import type { ArgsOf, CommandRef } from '@typecase/plugin-sdk/command'
import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { expect, expectTypeOf, test } from 'vitest'

import type { downloadArgs } from '../../plugins/import-export/commands.ts'
import type { changeSetArgs, jobArgs } from '../../plugins/jobs/commands.ts'
import type { localeArgs, setFieldArgs } from '../../plugins/objects/commands/edit.ts'
import type { focusFieldArgs } from '../../plugins/editor/commands/go.ts'
import type { inviteArgs } from '../../plugins/team/commands/invites.ts'
import type { projectTeamArgs } from '../../plugins/team/commands/members.ts'
import type { workspaceArgs } from '../../plugins/workspaces/commands/workspaces.ts'
import { plugins } from '../palette/palette.fixture.ts'
import { sourcesOf } from './sources.ts'

const later = await Promise.all(
  Object.values(plugins).map(async (plugin) => (await plugin.later?.())?.default),
)
const parts: readonly (PluginPart | undefined)[] = [...Object.values(plugins), ...later]
const commandIDs = new Set<string>(
  parts.flatMap((part) => part?.commands?.map(({ id }) => id) ?? []),
)
const routeIDs = new Set<string>(
  Object.values(plugins).flatMap(({ routes = [] }) => routes.map(({ id }) => id)),
)
const slots = new Set(Object.values(plugins).flatMap(({ offers = [] }) => offers))

const idsIn = (module: object): string[] =>
  Object.values(module).flatMap((value: unknown) =>
    typeof value === 'object' && value !== null && 'id' in value ? [String(value.id)] : [],
  )

test('the commands, routes and slots that content refers to exist', () => {
  const commands = idsIn(commandRefs)
  const routes = idsIn(routeRefs)
  expect(commands.length).toBeGreaterThan(10)
  expect(routes.length).toBeGreaterThan(2)
  expect(commands.filter((id) => !commandIDs.has(id))).toEqual([])
  expect(routes.filter((id) => !routeIDs.has(id))).toEqual([])
  expect(Object.values(slotNames).filter((name) => !slots.has(name))).toEqual([])
})

test('references to commands accept the arguments of their commands', () => {
  type ArgsOfRef<Ref> = Ref extends CommandRef<infer Args> ? Args : never
  type Refs = typeof commandRefs
  expectTypeOf<ArgsOfRef<Refs['undoChangeSet']>>().toExtend<Partial<ArgsOf<typeof changeSetArgs>>>()
  expectTypeOf<ArgsOfRef<Refs['cancelJob']>>().toExtend<Partial<ArgsOf<typeof jobArgs>>>()
  expectTypeOf<ArgsOfRef<Refs['downloadExport']>>().toExtend<Partial<ArgsOf<typeof downloadArgs>>>()
  expectTypeOf<ArgsOfRef<Refs['focusField']>>().toExtend<Partial<ArgsOf<typeof focusFieldArgs>>>()
  expectTypeOf<ArgsOfRef<Refs['setField']>>().toExtend<Partial<ArgsOf<typeof setFieldArgs>>>()
  expectTypeOf<ArgsOfRef<Refs['moveToLocale']>>().toExtend<Partial<ArgsOf<typeof localeArgs>>>()
  expectTypeOf<ArgsOfRef<Refs['invitePeople']>>().toExtend<Partial<ArgsOf<typeof inviteArgs>>>()
  expectTypeOf<ArgsOfRef<Refs['openProjectTeam']>>().toExtend<
    Partial<ArgsOf<typeof projectTeamArgs>>
  >()
  expectTypeOf<ArgsOfRef<Refs['switchWorkspace']>>().toExtend<
    Partial<ArgsOf<typeof workspaceArgs>>
  >()
})

test('plugins name the ids of other plugins only through the references in packages/content', () => {
  const sources = sourcesOf('plugins/*.ts*').filter(
    ({ path }) => !/\.(test|test-d|fixture)\.tsx?$|golden-queries/.test(path),
  )
  const ids = new Set(sources.map(({ path }) => path.split('/')[1] ?? ''))
  // Ids of endpoints and actions of the audit log: these belong to the contract, regardless of their prefix.
  const contract = sourcesOf('packages/contract/src/*.ts')
    .map(({ text }) => text)
    .join('\n')
  const isOfContract = (name: string) =>
    contract.includes(`'${name}'`) && !commandIDs.has(name) && !routeIDs.has(name)
  // Slots are typed by their declaration.
  const [slots = ''] = sourcesOf('packages/content/src/slots.ts').map(({ text }) => text)
  const isSlot = (name: string) => slots.includes(`'${name}': {`)
  const literal = new RegExp(`['"\`]((${[...ids].join('|')})\\.[a-zA-Z][\\w.-]*)['"\`]`, 'g')
  const foreign = sources
    // An extension's calls have separate names: `objects.open`.
    .filter(({ path }) => !path.startsWith('plugins/extensions/frames/'))
    .flatMap(({ path, text }) =>
      [...text.replaceAll(/formerIds: \[.*?\]/g, '').matchAll(literal)]
        .filter(
          ([, name = '', id]) =>
            !path.startsWith(`plugins/${id}/`) && !isOfContract(name) && !isSlot(name),
        )
        .map(([, name]) => `${path} names ${name}: export it from packages/content/src`),
    )
  expect(foreign).toEqual([])
})
