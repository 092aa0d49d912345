import { MAX_AI_PROMPT, template } from '@typecase/contract/projects'
import { mayInProject } from '@typecase/content/workspace'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import type { JsonObject } from '@typecase/plugin-sdk/json'
import { and, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { askArchivedProject, askProject } from '../pickers.ts'

const when = has('session.isLoggedIn')
const group = 'Projects'
/** Only admins may change the settings of the open project. */
const mayEdit = and(when, mayInProject('settings:write'))

export const projectArgs = () => type({ project_id: 'string' })

/** Returns the project on screen; on other pages, the palette asks for it. */
const ofRoute = (facts: FactValues) => {
  const project_id = facts['route.projectID']
  return project_id === undefined ? {} : { project_id }
}

export const newProject = defineCommand({
  id: 'projects.new',
  title: 'New project…',
  keywords: ['create', 'add', 'project'],
  aliases: ['Create project'],
  group,
  icon: 'folder-plus',
  first: 1,
  when,
  effect: 'nav',
  load: async () => (await import('./projects-runs.ts')).newProject,
})

/** Creates a project with sample content. */
export const tryProject = defineCommand({
  id: 'projects.try',
  title: 'Create a sample project',
  keywords: ['demo', 'example', 'blog', 'template', 'try'],
  aliases: ['Demo'],
  group,
  icon: 'sparkles',
  first: 2,
  when,
  effect: 'write',
  load: async () => (await import('./projects-runs.ts')).tryProject,
})

export const createArgs = () =>
  type({
    project_title: '0 < string <= 200',
    bucket_title: '0 < string <= 200',
    'template?': template(),
    'ai_prompt?': `0 < string <= ${MAX_AI_PROMPT}`,
  })

/** Called by the dialog, which passes the arguments. */
export const createProject = defineCommand({
  id: 'projects.create',
  title: 'Create project',
  group,
  icon: 'plus',
  when,
  effect: 'write',
  isInternal: true,
  args: createArgs,
  load: async () => (await import('./projects-runs.ts')).createProject,
})

export const openProject = defineCommand({
  id: 'projects.open-project',
  title: 'Open project…',
  keywords: ['go to', 'switch'],
  group,
  icon: 'folder-open',
  when,
  effect: 'nav',
  args: projectArgs,
  ask: { project_id: askProject() },
  load: async () => (await import('./projects-runs.ts')).openProject,
})

/** `replaces` is set when a rename is undone: the title that the project must still have. */
export const renameArgs = () =>
  type({ project_id: 'string', title: '0 < string <= 200', 'replaces?': 'string' })

export const renameProject = defineCommand({
  id: 'projects.rename',
  title: 'Rename project…',
  keywords: ['title', 'name'],
  group,
  icon: 'pencil',
  when: mayEdit,
  effect: 'write',
  args: renameArgs,
  defaults: ofRoute,
  ask: {
    project_id: askProject('settings:write'),
    title: {
      kind: 'text',
      title: 'New title',
      initial: async (context) => (await import('./projects-runs.ts')).projectTitle(context),
    },
  },
  load: async () => (await import('./projects-runs.ts')).renameProject,
})

export const describeArgs = () => type({ project_id: 'string', description: 'string <= 2000' })

export const describeProject = defineCommand({
  id: 'projects.describe',
  title: 'Describe project…',
  keywords: ['description', 'text', 'about'],
  group,
  icon: 'file-text',
  when: mayEdit,
  effect: 'write',
  args: describeArgs,
  defaults: ofRoute,
  ask: {
    project_id: askProject('settings:write'),
    description: {
      kind: 'multiline',
      title: 'Description',
      initial: async (context) => (await import('./projects-runs.ts')).projectDescription(context),
    },
  },
  load: async () => (await import('./projects-runs.ts')).describeProject,
})

/** Moves one project by one position or, for dragging and undo, sets the order of all projects. */
export const shiftArgs = () =>
  type({ 'project_id?': 'string', 'by?': '-1 | 1', 'project_ids?': 'string[]' })
const movesOne = ({ project_ids }: JsonObject) => project_ids === undefined

export const shiftProject = defineCommand({
  id: 'projects.shift',
  formerIds: ['projects.order'],
  title: 'Reorder project…',
  aliases: ['Move project up', 'Move project down'],
  keywords: ['order', 'position', 'sort'],
  group,
  icon: 'arrow-up-down',
  when,
  effect: 'write',
  args: shiftArgs,
  defaults: ofRoute,
  ask: {
    project_id: { ...askProject(), isNeeded: movesOne },
    by: {
      kind: 'choice',
      title: 'Direction',
      choices: [
        { value: -1, label: 'Up in the list' },
        { value: 1, label: 'Down in the list' },
      ],
      isNeeded: movesOne,
    },
  },
  load: async () => (await import('./projects-runs.ts')).shiftProject,
})

export const archiveProject = defineCommand({
  id: 'projects.archive',
  title: 'Archive project…',
  keywords: ['hide', 'put away'],
  group,
  icon: 'archive',
  when: mayEdit,
  effect: 'write',
  args: projectArgs,
  defaults: ofRoute,
  ask: { project_id: askProject('settings:write') },
  load: async () => (await import('./projects-runs.ts')).archiveProject,
})

export const unarchiveProject = defineCommand({
  id: 'projects.unarchive',
  title: 'Unarchive project…',
  keywords: ['restore', 'bring back'],
  group,
  icon: 'archive-restore',
  when: mayEdit,
  effect: 'write',
  args: projectArgs,
  defaults: ofRoute,
  ask: { project_id: askArchivedProject },
  load: async () => (await import('./projects-runs.ts')).unarchiveProject,
})

export const moveArgs = () => type({ project_id: 'string', workspace_id: 'string' })

export const moveProject = defineCommand({
  id: 'projects.move',
  title: 'Move project to another workspace…',
  keywords: ['transfer'],
  group,
  icon: 'building-2',
  when: mayEdit,
  effect: 'write',
  args: moveArgs,
  defaults: ofRoute,
  ask: {
    project_id: askProject('settings:write'),
    workspace_id: {
      kind: 'picker',
      title: 'Workspace',
      placeholder: 'To which workspace?',
      search: async (query, context) =>
        (await import('./projects-runs.ts')).targetRows(query, context),
    },
  },
  load: async () => (await import('./projects-runs.ts')).moveProject,
})

export const deleteProject = defineCommand({
  id: 'projects.delete',
  title: 'Delete project…',
  keywords: ['remove', 'destroy'],
  group,
  icon: 'trash-2',
  when: mayEdit,
  effect: 'destructive',
  args: projectArgs,
  defaults: ofRoute,
  ask: {
    project_id: askProject('settings:write'),
  },
  load: async () => (await import('./projects-runs.ts')).deleteProject,
})

export const projectCommands: readonly AnyCommand[] = [
  newProject,
  tryProject,
  createProject,
  openProject,
  renameProject,
  describeProject,
  shiftProject,
  archiveProject,
  unarchiveProject,
  moveProject,
  deleteProject,
]
