import { newId } from '@typecase/contract/ids'

import { accountRows } from './authorization-accounts.ts'
import { contentRows } from './authorization-content.ts'
import { integrationRows } from './authorization-integrations.ts'
import {
  needs,
  inWorkspace,
  withoutProvider,
  open,
  self,
  staff,
  bucketParams,
  bucketQuery,
  objectQuery,
  objectBody,
  objectsBody,
  tabBody,
  macroQuery,
  viewQuery,
  releaseQuery,
  releaseBody,
  repository,
  repositoryBranch,
  projectQuery,
  memberOf,
  colleagueOf,
  workspaceQuery,
  projectBody,
  type Row,
} from './authorization-rows.ts'
import { mediaRows } from './authorization-media.ts'
import { ACCEPTED_TOKEN, DEPLOYMENT_ID } from './tenant-on-vercel.ts'

/** A call that buys a plan or an add-on without a card. */
const withoutCard = (about: NonNullable<Row['about']>): Row => ({
  ...needs('billing:write', about),
  lacks: 402,
})

export const table: Readonly<Record<string, Row>> = {
  'health.live': open,
  'health.ready': open,
  'openapi.document': open,
  'accessCode.status': open,
  'accessCode.verify': open,

  ...accountRows,
  ...integrationRows,
  ...mediaRows,

  'staff.users': staff(),
  'staff.projects': staff(),
  'staff.jobs': staff(),
  'staff.mails': staff(),
  'staff.storage': staff(),
  'staff.audit': staff(),
  'staff.startSupport': staff(({ ownerId: user_id }) => ({
    body: { user_id, reason: 'Asked by e-mail' },
  })),

  'previewTokens.add': needs('bucket:read', ({ slug }) => ({ body: { slug } })),

  'projects.list': self,
  'projects.listArchived': self,
  'projects.addProjectWithBucket': {
    kind: 'self',
    about: () => ({ body: { project_title: 'New', bucket_title: 'New' } }),
  },
  'projects.updateOrder': {
    kind: 'self',
    about: ({ projectId }) => ({ body: { project_ids: [projectId] } }),
  },
  'projects.get': needs('team:read', projectQuery),
  'projects.addBucket': needs('contents:add', ({ projectId: project_id }) => ({
    body: { project_id, data: { title: 'New' } },
  })),
  'projects.update': needs('settings:write', ({ projectId: project_id }) => ({
    body: { project_id, data: { title: 'New' } },
  })),
  'projects.updateBilling': needs('billing:write', ({ projectId: project_id }) => ({
    body: { project_id, data: { company: 'New' } },
  })),
  'plans.list': needs('team:read', projectQuery),
  // The project of the test is in a workspace, which is billed.
  'plans.quote': inWorkspace('billing:write', ({ workspaceId: workspace_id }) => ({
    body: { workspace_id, data: { plan_id: 'pro' } },
  })),
  'projects.listPlans': needs('team:read', projectQuery),
  'projects.listAddons': needs('team:read', projectQuery),
  'projects.usage': needs('team:read', projectQuery),
  'projects.addPlanSubscription': withoutCard(({ projectId: project_id }) => ({
    body: { project_id, price_id: 'pro:month' },
  })),
  'projects.cancelPlanSubscription': needs('billing:write', projectQuery),
  'projects.addAddonSubscription': withoutCard(({ projectId: project_id }) => ({
    body: { project_id, addon_id: 'webhooks' },
  })),
  'projects.cancelAddonSubscription': needs('billing:write', ({ projectId: project_id }) => ({
    query: { project_id, addon_id: 'webhooks' },
  })),
  'projects.billingPortal': needs('billing:write', projectBody),
  'projects.move': needs('settings:write', ({ projectId: project_id }) => ({
    body: { project_id, workspace_id: 'default' },
  })),
  'projects.archive': needs('settings:write', projectBody),
  'projects.unarchive': needs('settings:write', projectBody),
  'projects.delete': needs('settings:write', projectQuery),

  'projects.listTeam': needs('team:read', projectQuery),
  'projects.searchTeamMember': needs('team:write', ({ projectId: project_id }) => ({
    query: { project_id, q: 'a' },
  })),
  'projects.addTeamMember': needs('team:write', ({ projectId: project_id }) => ({
    body: { project_id, email: 'someone@example.org', role: 'user' },
  })),
  'projects.updateTeamMember': needs('team:write', (tenant) => ({
    body: { ...memberOf(tenant), role: 'user' },
  })),
  'projects.deleteTeamMember': needs('team:write', (tenant) => ({ query: memberOf(tenant) })),

  'workspaces.list': self,
  'workspaces.add': { kind: 'self', about: () => ({ body: { title: 'New' } }) },
  'workspaces.get': inWorkspace('team:read', workspaceQuery),
  'workspaces.update': inWorkspace('settings:write', ({ workspaceId: workspace_id }) => ({
    body: { workspace_id, title: 'New' },
  })),
  'workspaces.updateBilling': inWorkspace('billing:write', ({ workspaceId: workspace_id }) => ({
    body: { workspace_id, data: { interval: 'year' } },
  })),
  'workspaces.delete': inWorkspace('settings:write', workspaceQuery),
  'workspaces.listTeam': inWorkspace('team:read', workspaceQuery),
  'workspaces.searchTeamMember': inWorkspace('team:write', ({ workspaceId: workspace_id }) => ({
    query: { workspace_id, q: 'a' },
  })),
  'workspaces.addTeamMember': inWorkspace('team:write', ({ workspaceId: workspace_id }) => ({
    body: { workspace_id, email: 'someone@example.org', role: 'user' },
  })),
  'workspaces.updateTeamMember': inWorkspace('team:write', (tenant) => ({
    body: { ...colleagueOf(tenant), role: 'user' },
  })),
  'workspaces.deleteTeamMember': inWorkspace('team:write', (tenant) => ({
    query: colleagueOf(tenant),
  })),

  'invites.add': needs('team:write', ({ projectId: resource_id }) => ({
    body: { resource: 'project', resource_id, email: 'someone@example.org', role: 'user' },
  })),
  'invites.list': needs('team:write', ({ projectId: resource_id }) => ({
    query: { resource: 'project', resource_id },
  })),
  'invites.resend': needs('team:write', ({ inviteId: id }) => ({ body: { id } })),
  'invites.delete': needs('team:write', ({ inviteId: id }) => ({ query: { id } })),
  'invites.get': {
    kind: 'code',
    about: ({ inviteCode: invite_id }) => ({ query: { invite_id, resource: 'project' } }),
  },
  'invites.update': {
    kind: 'code',
    about: ({ inviteCode: invite_id }) => ({
      body: { invite_id, resource: 'project', status: 'confirmed' },
    }),
  },

  'audit.list': needs('audit:read', projectQuery),

  'buckets.list': self,
  'buckets.get': needs('bucket:read', bucketQuery),
  'buckets.getPreviewFrame': needs('bucket:read', bucketQuery),
  'buckets.people': needs('bucket:read', bucketQuery),
  'buckets.update': needs('bucket:settings', ({ slug }) => ({
    body: { slug, data: { title: 'New' } },
  })),
  'buckets.delete': needs('bucket:settings', bucketQuery),
  'pluginSettings.get': needs('bucket:read', ({ slug }) => ({
    query: { slug, plugin_id: 'words' },
  })),
  'pluginSettings.update': needs('bucket:read', ({ slug }) => ({
    body: { slug, plugin_id: 'words', data: { size: 1 } },
  })),
  'events.stream': { kind: 'tenant', about: bucketQuery },

  'objectTypes.add': needs('types:write', ({ slug }) => ({
    body: { slug, data: { title: 'New' } },
  })),
  'objectTypes.update': needs('types:write', ({ slug, typeSlug: type_slug }) => ({
    body: { slug, type_slug, data: { title: 'New' } },
  })),
  'objectTypes.migrate': needs('types:write', ({ slug, typeSlug: object_type }) => ({
    body: { slug, object_type, data: { title: 'New' } },
  })),
  'objectTypes.duplicate': needs('types:write', ({ slug, typeSlug: type_slug }) => ({
    body: { slug, type_slug },
  })),
  'objectTypes.delete': needs('types:write', ({ slug, typeSlug: type_slug }) => ({
    query: { slug, type_slug },
  })),
  'objectTypes.reorder': needs('types:write', ({ slug, typeSlug }) => ({
    body: { slug, object_type_slugs: [typeSlug] },
  })),

  'objectTypeFolders.add': needs('types:write', ({ slug }) => ({
    body: { slug, data: { title: 'New' } },
  })),
  'objectTypeFolders.update': needs(
    'types:write',
    ({ slug, folderSlug: object_type_folder_slug }) => ({
      body: { slug, object_type_folder_slug, data: { title: 'New' } },
    }),
  ),
  'objectTypeFolders.delete': needs(
    'types:write',
    ({ slug, folderSlug: object_type_folder_slug }) => ({
      query: { slug, object_type_folder_slug },
    }),
  ),
  'objectTypeFolders.reorder': needs('types:write', ({ slug, folderSlug }) => ({
    body: { slug, object_type_folder_slugs: [folderSlug] },
  })),

  'objects.list': needs('bucket:read', bucketQuery),
  'objects.groups': needs('bucket:read', ({ slug }) => ({ query: { slug, group: 'status' } })),
  'objects.titles': needs('bucket:read', bucketQuery),
  'objects.search': needs('bucket:read', ({ slug }) => ({ query: { slug, q: 'post' } })),
  'objects.searchBuckets': needs('bucket:read', ({ slug }) => ({ query: { slug, q: 'post' } })),
  'objects.get': needs('bucket:read', objectQuery),
  'objects.references': needs('bucket:read', objectQuery),
  'objects.locales': needs('bucket:read', objectQuery),
  'objects.localeCoverage': needs('bucket:read', bucketQuery),
  'objects.staleTranslations': needs('bucket:read', ({ slug }) => ({
    query: { slug, locale: 'de' },
  })),
  'objects.missingTranslations': needs('bucket:read', ({ slug }) => ({
    query: { slug, locale: 'de' },
  })),
  'objects.addLocale': needs('objects:write', (tenant) => ({
    body: { ...objectBody(tenant).body, locale: 'de' },
  })),
  'objects.addGeneratedLocale': withoutProvider(
    needs('objects:write', (tenant) => ({ body: { ...objectBody(tenant).body, locale: 'fr' } })),
  ),
  'objects.generateFields': withoutProvider(
    needs('objects:write', (tenant) => ({
      body: { ...objectBody(tenant).body, fields: ['title'] },
    })),
  ),
  // Contributors confirm only their own objects.
  'objects.confirmTranslation': needs('objects:others', (tenant) => ({
    body: { ...objectBody(tenant).body, fields: ['title'] },
  })),
  'objects.add': needs('objects:write', ({ slug, typeSlug: type }) => ({
    body: { slug, data: { title: 'New', type } },
  })),
  'objects.duplicate': needs('objects:write', objectBody),
  'objects.duplicateByIds': needs('objects:write', objectsBody),
  // Contributors change only their own objects.
  'objects.update': needs('objects:others', ({ slug, objectId: object_id }) => ({
    body: { slug, object_id, data: { title: 'New' } },
  })),
  'objects.export': needs('bucket:read', (tenant) => ({
    body: { ...objectsBody(tenant).body, format: 'json' },
  })),
  'objects.reorder': needs('objects:publish', ({ slug, objectId: reorder_id }) => ({
    body: { slug, reorder_id },
  })),
  'objects.deleteByIds': needs('objects:delete', objectsBody),
  'objects.publishByIds': needs('objects:publish', objectsBody),
  'objects.unpublishByIds': needs('objects:publish', objectsBody),
  'objects.reviewByIds': needs('objects:write', objectsBody),
  'objects.unreviewed': needs('bucket:read', ({ slug, objectId: object_id }) => ({
    query: { slug, object_id },
  })),
  // Contributors edit their own drafts; other objects are skipped with the reason.
  'objects.missing': needs('bucket:read', bucketQuery),
  'objects.replaceReference': needs('objects:write', ({ slug, objectId: from }) => ({
    body: { slug, from: newId(), to: from },
  })),
  'objects.bulkEdit': needs('objects:publish', (tenant) => ({
    body: { ...objectsBody(tenant).body, data: { status: 'published' } },
  })),
  'objects.updateMany': needs('objects:write', ({ slug, objectId: object_id }) => ({
    body: { slug, updates: [{ object_id, data: { title: 'New' } }] },
  })),
  // Contributors replace in their own drafts.
  'objects.searchAndReplace': needs('objects:write', ({ slug }) => ({
    body: { slug, find: 'New', replace: 'Old', dry_run: true },
  })),

  'trash.list': needs('bucket:read', bucketQuery),
  // The object is not in the trash.
  'trash.get': { ...needs('bucket:read', objectQuery), lacks: 404 },
  'trash.restore': needs('objects:delete', objectsBody),
  'trash.empty': needs('objects:delete', ({ slug }) => ({ body: { slug } })),

  'changeSets.list': needs('bucket:read', bucketQuery),
  'changeSets.get': needs('bucket:read', ({ slug, changeSetId: change_set_id }) => ({
    query: { slug, change_set_id },
  })),
  'changeSets.undo': needs('objects:others', ({ slug, changeSetId: change_set_id }) => ({
    body: { slug, change_set_id },
  })),

  'objectRevisions.list': needs('bucket:read', objectQuery),
  'objectRevisions.getLatest': needs('bucket:read', objectQuery),
  'objectRevisions.get': needs('bucket:read', (tenant) => ({
    query: { ...objectQuery(tenant).query, revision_id: tenant.revisionId },
  })),
  'objectRevisions.authors': needs('bucket:read', (tenant) => ({
    query: { ...objectQuery(tenant).query, field: 'title' },
  })),
  // Contributors change only their own objects.
  'objectRevisions.restore': needs('objects:others', (tenant) => ({
    body: { ...objectBody(tenant).body, revision_id: tenant.revisionId },
  })),
  'objectRevisions.update': needs('objects:others', (tenant) => ({
    body: { ...objectBody(tenant).body, data: { name: 'Name' } },
  })),

  'comments.list': needs('bucket:read', objectQuery),
  'comments.counts': needs('bucket:read', objectQuery),
  'comments.add': needs('comments:write', (tenant) => ({
    body: { ...objectBody(tenant).body, text: 'Text' },
  })),
  // Others change and delete only their own comments.
  'comments.update': needs('bucket:settings', (tenant) => ({
    body: { ...objectBody(tenant).body, comment_id: tenant.commentId, text: 'New' },
  })),
  'comments.delete': needs('bucket:settings', (tenant) => ({
    query: { ...objectQuery(tenant).query, comment_id: tenant.commentId },
  })),
  'comments.resolve': needs('comments:write', (tenant) => ({
    body: { ...objectBody(tenant).body, comment_id: tenant.commentId, resolved: true },
  })),
  'comments.addReaction': needs('comments:write', (tenant) => ({
    body: { ...objectBody(tenant).body, comment_id: tenant.commentId, emoji: '👍' },
  })),
  'comments.removeReaction': needs('comments:write', (tenant) => ({
    body: { ...objectBody(tenant).body, comment_id: tenant.commentId, emoji: '👍' },
  })),
  'comments.markRead': needs('bucket:read', ({ slug }) => ({ body: { slug } })),
  'presence.set': needs('bucket:read', tabBody),

  'macros.list': needs('bucket:read', bucketQuery),
  'macros.get': needs('bucket:read', macroQuery),
  'macros.add': needs('objects:write', ({ slug }) => ({
    body: { slug, data: { title: 'New', steps: [{ call: 'objects.publishByIds', body: {} }] } },
  })),
  // A shared macro is changed by its author.
  'macros.update': needs('bucket:settings', ({ slug, macroId: macro_id }) => ({
    body: { slug, macro_id, data: { title: 'New' } },
  })),
  'macros.delete': needs('bucket:settings', macroQuery),
  // The macro publishes.
  'macros.run': needs('objects:publish', ({ slug, macroId: macro_id, objectId }) => ({
    body: { slug, macro_id, object_ids: [objectId] },
  })),

  'deployments.list': needs('bucket:read', ({ slug, vercelProjectId }) => ({
    query: { slug, vercelProjectId },
  })),
  'deployments.log': needs('bucket:read', ({ slug, vercelProjectId }) => ({
    query: { slug, vercelProjectId, deployment_id: DEPLOYMENT_ID },
  })),
  'deployments.connection': needs('bucket:read', bucketQuery),
  'deployments.connect': needs('bucket:settings', ({ slug }) => ({
    body: { slug, token: ACCEPTED_TOKEN },
  })),
  'deployments.disconnect': needs('bucket:settings', bucketQuery),
  'deployments.projects': needs('bucket:settings', bucketQuery),
  'deployments.link': needs('bucket:settings', ({ slug, vercelProjectId: project_id }) => ({
    body: { slug, project_id },
  })),
  'deployments.unlink': needs('bucket:settings', ({ slug, vercelProjectId: project_id }) => ({
    query: { slug, project_id },
  })),

  'releases.list': needs('bucket:read', bucketQuery),
  'releases.get': needs('bucket:read', releaseQuery),
  'releases.check': needs('bucket:read', releaseQuery),
  'releases.add': needs('objects:publish', ({ slug }) => ({
    body: { slug, data: { title: 'New' } },
  })),
  'releases.update': needs('objects:publish', (tenant) => ({
    body: { ...releaseBody(tenant).body, data: { title: 'New' } },
  })),
  'releases.delete': needs('objects:publish', releaseQuery),
  'releases.addObjects': needs('objects:publish', (tenant) => ({
    body: { ...releaseBody(tenant).body, object_ids: [tenant.objectId] },
  })),
  'releases.removeObjects': needs('objects:publish', (tenant) => ({
    body: { ...releaseBody(tenant).body, object_ids: [tenant.objectId] },
  })),
  'releases.publish': needs('objects:publish', releaseBody),

  'repositories.list': needs('bucket:read', bucketQuery),
  'repositories.add': needs('types:write', (tenant) => ({
    ...bucketQuery(tenant),
    body: { data: { url: 'https://github.com/lamp/other' } },
  })),
  'repositories.update': needs('types:write', (tenant) => ({
    ...repository(tenant),
    body: { data: { title: 'New' } },
  })),
  'repositories.delete': needs('types:write', repository),
  'repositories.addBranch': needs('types:write', (tenant) => ({
    ...repository(tenant),
    body: { name: 'new' },
  })),
  'repositories.updateBranch': needs('types:write', (tenant) => ({
    ...repositoryBranch(tenant),
    body: { site_url: null },
  })),
  'repositories.deleteBranch': needs('types:write', repositoryBranch),

  'smartViews.list': needs('bucket:read', bucketQuery),
  'smartViews.counts': needs('bucket:read', bucketQuery),
  'smartViews.add': needs('objects:write', ({ slug }) => ({
    body: { slug, data: { title: 'New', query_string: 'query={}' } },
  })),
  // A shared view is changed by its author.
  'smartViews.update': needs('bucket:settings', ({ slug, smartViewId: smart_view_id }) => ({
    body: { slug, smart_view_id, data: { title: 'New' } },
  })),
  'smartViews.delete': needs('bucket:settings', viewQuery),
  'smartViews.reorder': needs('objects:write', ({ slug, smartViewId }) => ({
    body: { slug, smart_view_ids: [smartViewId] },
  })),

  'jobs.list': needs('bucket:read', bucketQuery),
  'jobs.get': needs('bucket:read', ({ jobId: job_id }) => ({ query: { job_id } })),
  'jobs.failures': needs('bucket:read', ({ jobId: job_id }) => ({ query: { job_id } })),
  'jobs.cancel': needs('bucket:settings', ({ jobId: job_id }) => ({ body: { job_id } })),

  'importExport.importBucket': needs('import:write', bucketParams),
  'importExport.exportBucket': needs('import:write', bucketParams),
  'importExport.getExport': {
    ...needs('import:write', ({ slug }) => ({ params: { slug, job_id: newId() } })),
    lacks: 404,
  },
  'importExport.fetchMedia': needs('import:write', bucketParams),
  'importExport.getFile': open,
  'buckets.duplicate': needs('contents:add', ({ slug }) => ({ body: { slug, data: {} } })),

  'mediaFiles.get': open,
  'mediaFiles.getSigned': open,

  ...contentRows,
}
