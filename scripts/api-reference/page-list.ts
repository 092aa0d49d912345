import type { Endpoint } from '@typecase/contract/endpoint'

/** A page of the reference: the endpoints of one resource. */
export interface Page {
  /** The file name without `.md`. */
  readonly name: string
  readonly title: string
  /** Ids of endpoints. An entry that ends with a dot selects every id with that prefix. */
  readonly ids: readonly string[]
  /** The hand-written page in `docs` on the subject. */
  readonly guide?: string
}

/** Pages in the order in which a site needs them. An endpoint appears on the first page that selects it. */
export const groups: readonly { readonly title: string; readonly pages: readonly Page[] }[] = [
  {
    title: 'Content API',
    pages: [
      page('content-objects', 'Objects', ['content.objects.'], 'content-api.md'),
      page('content-media', 'Media', ['content.media.', 'content.mediaFolders.'], 'files.md'),
      page('content-object-types', 'Object types', ['content.objectTypes.'], 'fields.md'),
      page('content-metafields', 'Metafields', ['content.metafields.'], 'field-types.md'),
      page('content-revisions', 'Revisions', ['content.revisions.'], 'content-api.md'),
      page('content-ai', 'AI', ['content.ai.'], 'content-api.md'),
      page('content-more', 'Blocks, merge requests and OpenAPI', ['content.'], 'content-api.md'),
      page('media-files', 'Files and images', ['mediaFiles.'], 'files.md'),
    ],
  },
  {
    title: 'Objects and media',
    pages: [
      page(
        'objects-bulk',
        'Objects: many at once',
        [
          'objects.updateMany',
          'objects.bulkEdit',
          'objects.duplicateByIds',
          'objects.deleteByIds',
          'objects.publishByIds',
          'objects.unpublishByIds',
          'objects.reviewByIds',
          'objects.searchAndReplace',
          'objects.export',
        ],
        'change-many-objects.md',
      ),
      page(
        'objects-locales',
        'Objects: locales',
        [
          'objects.locales',
          'objects.localeCoverage',
          'objects.staleTranslations',
          'objects.missingTranslations',
          'objects.addLocale',
          'objects.addGeneratedLocale',
          'objects.generateFields',
          'objects.confirmTranslation',
        ],
        'locales.md',
      ),
      page('objects', 'Objects', ['objects.'], 'dashboard-api.md'),
      page('object-revisions', 'Revisions of objects', ['objectRevisions.']),
      page('object-types', 'Object types', ['objectTypes.', 'objectTypeFolders.'], 'fields.md'),
      page(
        'media-bulk',
        'Media: many at once',
        [
          'media.deleteByIds',
          'media.bulkEdit',
          'media.addFolderByIds',
          'media.removeFolderByIds',
          'media.addMetadataByIds',
          'media.searchAndReplace',
          'media.generateAltTexts',
        ],
        'files.md',
      ),
      page(
        'media-uploads',
        'Uploads',
        ['media.upload', 'media.replaceFile', 'media.uploadPicture', 'mediaUploads.'],
        'files.md',
      ),
      page('media', 'Media', ['media.'], 'files.md'),
      page('media-folders', 'Media folders', ['mediaFolders.'], 'files.md'),
      page('change-sets', 'Change sets', ['changeSets.'], 'change-many-objects.md'),
      page('trash', 'Trash', ['trash.']),
      page('comments', 'Comments', ['comments.'], 'write-and-publish.md'),
      page('releases', 'Releases', ['releases.'], 'dashboard-api.md'),
      page('macros', 'Macros', ['macros.']),
      page('smart-views', 'Smart views', ['smartViews.']),
      page('jobs', 'Jobs', ['jobs.']),
    ],
  },
  {
    title: 'Buckets and their tools',
    pages: [
      page('buckets', 'Buckets', [
        'buckets.',
        'events.',
        'presence.',
        'pluginSettings.',
        'previewTokens.',
      ]),
      page('ai', 'AI', ['ai.'], 'dashboard-api.md'),
      page('assistant-plans', 'Plans of assistants', ['assistantPlans.'], 'assistants.md'),
      page('shared-links', 'Shared links', ['sharedLinks.'], 'preview.md'),
      page('import-export', 'Import and export', ['importExport.'], 'files.md'),
      page('backups', 'Backups', ['backups.'], 'dashboard-api.md'),
      page('webhooks', 'Webhooks', ['webhooks.'], 'webhooks.md'),
      page('extensions', 'Extensions', ['extensions.', 'marketplace.'], 'writing-an-extension.md'),
      page('deployments', 'Deployments', ['deployments.'], 'dashboard-api.md'),
      page('repositories', 'Repositories', ['repositories.']),
    ],
  },
  {
    title: 'Accounts, projects and workspaces',
    pages: [
      page(
        'passkeys-and-providers',
        'Passkeys and other ways to sign in',
        [
          'users.signInOptions',
          'users.startProvider',
          'users.startGooglePopup',
          'users.googleAuth',
          'users.githubAuth',
          'users.listLinked',
          'users.startLink',
          'users.linkProvider',
          'users.unlinkProvider',
          'users.startPasskeyAuth',
          'users.passkeyAuth',
          'users.startPasskey',
          'users.addPasskey',
          'users.listPasskeys',
          'users.updatePasskey',
          'users.deletePasskey',
        ],
        'sign-in.md',
      ),
      page(
        'sessions-and-tokens',
        'Sessions and access tokens',
        [
          'users.listSessions',
          'users.endSession',
          'users.logout',
          'users.logoutOthers',
          'users.listTokens',
          'users.addToken',
          'users.deleteToken',
        ],
        'sign-in.md',
      ),
      page('assistants', 'Assistants', ['assistants.'], 'assistants.md'),
      page('users', 'Accounts', ['users.'], 'sign-in.md'),
      page(
        'project-team',
        'Projects: team',
        [
          'projects.listTeam',
          'projects.searchTeamMember',
          'projects.addTeamMember',
          'projects.updateTeamMember',
          'projects.deleteTeamMember',
          'invites.',
        ],
        'people-and-roles.md',
      ),
      page(
        'project-plans',
        'Projects: plans and usage',
        [
          'projects.listPlans',
          'projects.listAddons',
          'projects.usage',
          'projects.addPlanSubscription',
          'projects.cancelPlanSubscription',
          'projects.addAddonSubscription',
          'projects.cancelAddonSubscription',
          'projects.billingPortal',
          'projects.updateBilling',
          'plans.',
        ],
        'billing.md',
      ),
      page('projects', 'Projects', ['projects.']),
      page('workspaces', 'Workspaces', ['workspaces.'], 'people-and-roles.md'),
      page('billing', 'Your payments', ['userBillings.', 'billing.'], 'billing.md'),
      page('audit', 'Audit log', ['audit.'], 'people-and-roles.md'),
    ],
  },
  {
    title: 'Installation and older clients',
    pages: [
      page('staff', 'Staff', ['staff.'], 'operations.md'),
      page('installation', 'Installation', ['health.', 'accessCode.', 'openapi.'], 'operations.md'),
      page('older-clients', 'Paths of older clients', ['legacy.'], 'clients.md'),
    ],
  },
]

function page(name: string, title: string, ids: readonly string[], guide?: string): Page {
  return { name, title, ids, ...(guide !== undefined && { guide }) }
}

const isOn = (page: Page, id: string) =>
  page.ids.some((name) => (name.endsWith('.') ? id.startsWith(name) : id === name))

/**
 * Returns the endpoints of each page, in the order of the contract.
 * @throws when an endpoint is on no page
 */
export function endpointsByPage(endpoints: readonly Endpoint[]): ReadonlyMap<Page, Endpoint[]> {
  const pages = groups.flatMap((group) => group.pages)
  const byPage = new Map<Page, Endpoint[]>(pages.map((one) => [one, []]))
  for (const endpoint of endpoints) {
    const page = pages.find((one) => isOn(one, endpoint.id))
    if (!page)
      throw new Error(`${endpoint.id} is on no page: see scripts/api-reference/page-list.ts`)
    byPage.get(page)?.push(endpoint)
  }
  return byPage
}
