import type { BulkOp } from '@typecase/contract/bulk-edit'
import { commandRef } from '@typecase/plugin-sdk/command'
import { has } from '@typecase/plugin-sdk/when'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Id of the change on screen, or of the row with the keyboard's focus, while the change can be undone. */
    'jobs.change': string
  }
}

// Commands that plugins offer or run without owning them. While no plugin provides a command, its button is not shown.
// tests/architecture/references.test.ts checks that they exist and take these arguments.

// Projects and workspaces.
export const newProject = commandRef('projects.new')
export const newWorkspace = commandRef('workspaces.new')
export const switchWorkspace = commandRef<{ workspace_id: string }>('workspaces.switch')
export const openProjectTeam = commandRef<{ project_id: string }>('team.open-project')
export const openWorkspaceTeam = commandRef('team.open-workspace')
export const invitePeople = commandRef<{
  resource: 'project' | 'workspace'
  resource_id: string
}>('team.invite')
export const openAuditLog = commandRef('audit.open-workspace')
export const openBilling = commandRef('billing.open')
export const copyKey = commandRef('api.copy-key')

// Objects and their types.
export const newType = commandRef('object-types.new')
export const newObject = commandRef('objects.new')
export const openObject = commandRef('objects.open')
export const editObject = commandRef('objects.edit')
export const searchAllFields = commandRef('objects.search-all-fields')
export const findAndReplace = commandRef('objects.replace')
export const closePeek = commandRef('objects.close-peek')
export const viewPublic = commandRef<{ id: string }>('objects.view-public')
export const focusField = commandRef<{ path: string }>('editor.focus-field')
export const setField = commandRef<{ field: string; op: BulkOp }>('objects.set-field')
export const moveToLocale = commandRef<{ locale: string }>('objects.move-to-locale')
export const publishObjects = commandRef('objects.publish')
export const unpublishObjects = commandRef('objects.unpublish')
export const markReviewed = commandRef('objects.mark-reviewed')
export const duplicateObjects = commandRef('objects.duplicate')
export const deleteObjects = commandRef('objects.delete')
export const schedulePublish = commandRef('objects.schedule-publish')
export const scheduleUnpublish = commandRef('objects.schedule-unpublish')
export const clearSchedule = commandRef('objects.clear-schedule')
export const togglePreview = commandRef('preview.toggle')
/** `view` is `drafts`, `published`, `date` with the time `at`, or the id of a release. */
export const viewAs = commandRef<{ view?: string; at?: number }>('perspectives.view-as')
export const viewDrafts = commandRef('perspectives.view-drafts')
export const publishAllLocales = commandRef('objects.publish-all-locales')

export const compareRevision = commandRef<{ object_id: string; revision_id: string }>(
  'revisions.compare-with',
)

// The history and its jobs.
export const undoChangeSet = commandRef<{ change_set_id: string; bucket?: string }>(
  'jobs.undo-change-set',
)
export const undoLast = commandRef('jobs.undo')
export const redoLast = commandRef('jobs.redo')
export const cancelJob = commandRef<{ job_id: string }>('jobs.cancel')
export const downloadExport = commandRef<{ job_id: string }>('import-export.download')

/** A change that can be undone is on screen, or in the row with the keyboard's focus. */
export const hasChange = has('jobs.change')
