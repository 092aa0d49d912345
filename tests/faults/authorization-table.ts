import type { RawInput } from '@typecase/server/testing/test-server'

import type { Place } from './place.ts'

/**
 * Who may make a call, by endpoint id. A new endpoint fails the test until it has its row here.
 *
 * - `public`: anyone, and a token changes nothing
 * - `optional`: anyone; a session, where one comes along, may let them do more
 * - `self`: a signed-in user, about themselves only
 * - `tenant`: a signed-in user, about something that must be theirs
 * - `key`: callers with one of the bucket's keys; drafts and revisions not with the read key
 */
export interface Row {
  kind: 'public' | 'optional' | 'self' | 'tenant' | 'key'
  /** A call about a place that is right in every other way. */
  about?: (place: Place) => RawInput
  /** Whether a contributor of that bucket, who owns nothing in it, may make it. */
  contributor?: 'may' | 'may not'
  /** Parameters with which a call for a key reads drafts; one that reads them in any case has an empty set of them. */
  drafts?: readonly Readonly<Record<string, string>>[]
}

const may = (about: (place: Place) => RawInput): Row => ({
  kind: 'tenant',
  about,
  contributor: 'may',
})
const mayNot = (about: (place: Place) => RawInput): Row => ({
  kind: 'tenant',
  about,
  contributor: 'may not',
})
const key = (about: (place: Place) => RawInput, drafts: Row['drafts'] = []): Row => ({
  kind: 'key',
  about,
  drafts,
})

const open: Row = { kind: 'public' }
const self: Row = { kind: 'self' }

const drafts = [{ status: 'any' }, { status: 'all' }, { status: 'draft' }]
const draftQueries = [{ query: '{"status":"any"}' }, { query: '{"status":"draft"}' }]
const always = [{}]

const bucketParams = ({ slug }: Place) => ({ params: { slug } })
const uploadParams = ({ slug, mediaId: upload_id }: Place) => ({ params: { slug, upload_id } })
const objectParams = ({ slug, objectId: id }: Place) => ({ params: { slug, id } })
const bucketQuery = ({ slug }: Place) => ({ query: { slug } })
const objectQuery = ({ slug, objectId: object_id }: Place) => ({ query: { slug, object_id } })
const objectBody = ({ slug, objectId: object_id }: Place) => ({ body: { slug, object_id } })
const objectsBody = ({ slug, objectId }: Place) => ({ body: { slug, object_ids: [objectId] } })
const mediaQuery = ({ slug, mediaId: media_id }: Place) => ({ query: { slug, media_id } })
const manyMediaBody = ({ slug, mediaId }: Place) => ({ body: { slug, media_ids: [mediaId] } })
const macroQuery = ({ slug, macroId: macro_id }: Place) => ({ query: { slug, macro_id } })
const projectQuery = ({ projectId: project_id }: Place) => ({ query: { project_id } })
const projectBody = ({ projectId: project_id }: Place) => ({ body: { project_id } })

export const table: Readonly<Record<string, Row>> = {
  'health.live': open,
  'health.ready': open,
  'openapi.document': open,

  'users.authenticate': open,
  'users.signup': open,
  'users.resendVerificationEmail': { kind: 'optional' },
  'users.forgotPassword': open,
  'users.resetPassword': open,
  'users.verifyEmail': { kind: 'optional' },
  'users.get': self,
  'users.update': self,
  'users.logout': self,
  'users.logoutOthers': self,
  'users.deactivate': self,
  'users.getDeactivation': self,
  'users.sendDeactivationCode': self,
  'users.signInOptions': open,
  'users.startProvider': open,
  'users.googleAuth': open,
  'users.githubAuth': open,
  'users.listLinked': self,
  'users.startLink': self,
  'users.linkProvider': self,
  'users.unlinkProvider': self,
  'users.startPasskeyAuth': open,
  'users.passkeyAuth': open,
  'users.startPasskey': self,
  'users.addPasskey': self,
  'users.listPasskeys': self,
  'users.updatePasskey': self,
  'users.deletePasskey': self,
  'users.listSessions': self,
  'users.endSession': self,
  'users.listTokens': self,
  'users.addToken': self,
  'users.deleteToken': self,

  'projects.list': self,
  'projects.listArchived': self,
  'projects.addProjectWithBucket': self,
  'projects.updateOrder': {
    kind: 'self',
    about: ({ projectId }) => ({ body: { project_ids: [projectId] } }),
  },
  'projects.get': may(projectQuery),
  'projects.addBucket': mayNot(({ projectId: project_id }) => ({
    body: { project_id, data: { title: 'New' } },
  })),
  'projects.update': mayNot(({ projectId: project_id }) => ({
    body: { project_id, data: { title: 'New' } },
  })),
  'projects.updateBilling': mayNot(({ projectId: project_id }) => ({
    body: { project_id, data: { company: 'New' } },
  })),
  'projects.archive': mayNot(projectBody),
  'projects.unarchive': mayNot(projectBody),
  'projects.delete': mayNot(projectQuery),

  'buckets.get': may(bucketQuery),
  'buckets.people': may(bucketQuery),
  'buckets.update': mayNot(({ slug }) => ({ body: { slug, data: { title: 'New' } } })),
  'buckets.delete': mayNot(bucketQuery),
  'pluginSettings.get': may(({ slug }) => ({ query: { slug, plugin_id: 'words' } })),
  'pluginSettings.update': may(({ slug }) => ({
    body: { slug, plugin_id: 'words', data: { size: 1 } },
  })),
  'events.stream': { kind: 'tenant', about: bucketQuery },

  'objectTypes.add': mayNot(({ slug }) => ({ body: { slug, data: { title: 'New' } } })),
  'objectTypes.update': mayNot(({ slug, typeSlug: type_slug }) => ({
    body: { slug, type_slug, data: { title: 'New' } },
  })),
  'objectTypes.migrate': mayNot(({ slug, typeSlug: object_type }) => ({
    body: { slug, object_type, data: { title: 'New' } },
  })),
  'objectTypes.duplicate': mayNot(({ slug, typeSlug: type_slug }) => ({
    body: { slug, type_slug },
  })),
  'objectTypes.delete': mayNot(({ slug, typeSlug: type_slug }) => ({
    query: { slug, type_slug },
  })),
  'objectTypes.reorder': mayNot(({ slug, typeSlug }) => ({
    body: { slug, object_type_slugs: [typeSlug] },
  })),

  'objectTypeFolders.add': mayNot(({ slug }) => ({ body: { slug, data: { title: 'New' } } })),
  'objectTypeFolders.update': mayNot(({ slug, folderSlug: object_type_folder_slug }) => ({
    body: { slug, object_type_folder_slug, data: { title: 'New' } },
  })),
  'objectTypeFolders.delete': mayNot(({ slug, folderSlug: object_type_folder_slug }) => ({
    query: { slug, object_type_folder_slug },
  })),
  'objectTypeFolders.reorder': mayNot(({ slug, folderSlug }) => ({
    body: { slug, object_type_folder_slugs: [folderSlug] },
  })),

  'objects.list': may(bucketQuery),
  'objects.titles': may(bucketQuery),
  'objects.search': may(({ slug }) => ({ query: { slug, q: 'post' } })),
  'objects.searchBuckets': may(({ slug }) => ({ query: { slug, q: 'post' } })),
  'objects.get': may(objectQuery),
  'objects.references': may(objectQuery),
  'objects.add': may(({ slug, typeSlug: type }) => ({
    body: { slug, data: { title: 'New', type } },
  })),
  'objects.duplicate': may(objectBody),
  'objects.duplicateByIds': may(objectsBody),
  // Contributors change only what they made.
  'objects.update': mayNot(({ slug, objectId: object_id }) => ({
    body: { slug, object_id, data: { title: 'New' } },
  })),
  'objects.export': may((place) => ({ body: { ...objectsBody(place).body, format: 'json' } })),
  'objects.reorder': mayNot(({ slug, objectId: reorder_id }) => ({ body: { slug, reorder_id } })),
  'objects.deleteByIds': mayNot(objectsBody),
  'objects.publishByIds': mayNot(objectsBody),
  'objects.unpublishByIds': mayNot(objectsBody),
  // Contributors edit drafts of their own; what is not theirs is left out with the reason.
  'objects.bulkEdit': mayNot((place) => ({
    body: { ...objectsBody(place).body, data: { status: 'published' } },
  })),
  // Contributors replace in drafts of their own.
  'objects.searchAndReplace': may(({ slug }) => ({
    body: { slug, find: 'New', replace: 'Old', dry_run: true },
  })),

  'media.list': may(bucketQuery),
  'media.get': may(mediaQuery),
  'media.references': may(mediaQuery),
  'media.update': mayNot(({ slug, mediaId: media_id }) => ({
    body: { slug, media_id, data: { title: 'T' } },
  })),
  'media.editMediaTitle': mayNot(({ slug, mediaId: media_id }) => ({
    body: { slug, media_id, title: 'T' },
  })),
  'media.editMediaAltText': mayNot(({ slug, mediaId: media_id }) => ({
    body: { slug, media_id, alt_text: 'T' },
  })),
  'media.deleteByIds': mayNot(manyMediaBody),
  'media.addFolderByIds': mayNot((place) => ({
    body: { ...manyMediaBody(place).body, folder: place.folderSlug },
  })),
  'media.removeFolderByIds': mayNot(manyMediaBody),
  'media.addMetadataByIds': mayNot((place) => ({
    body: { ...manyMediaBody(place).body, metadata: { a: 1 } },
  })),
  'media.bulkEdit': mayNot((place) => ({
    body: { ...manyMediaBody(place).body, data: { title: { op: 'clear' } } },
  })),
  'mediaFolders.list': may(bucketQuery),
  'mediaFolders.add': mayNot(({ slug }) => ({ body: { slug, data: { title: 'F' } } })),
  'mediaFolders.update': mayNot(({ slug, folderSlug: media_folder_slug }) => ({
    body: { slug, media_folder_slug, data: { title: 'New' } },
  })),
  'mediaFolders.reorder': mayNot(({ slug, folderSlug }) => ({
    body: { slug, media_folder_slugs: [folderSlug] },
  })),
  'mediaFolders.delete': mayNot(({ slug, folderSlug: media_folder_slug }) => ({
    query: { slug, media_folder_slug },
  })),
  'media.searchAndReplace': mayNot(({ slug }) => ({
    body: { slug, find: 'New', replace: 'Old', dry_run: true },
  })),

  'trash.list': may(bucketQuery),
  'trash.restore': mayNot(objectsBody),
  'trash.empty': mayNot(({ slug }) => ({ body: { slug } })),

  'changeSets.list': may(bucketQuery),
  'changeSets.get': may(({ slug, changeSetId: change_set_id }) => ({
    query: { slug, change_set_id },
  })),
  'changeSets.undo': mayNot(({ slug, changeSetId: change_set_id }) => ({
    body: { slug, change_set_id },
  })),

  'macros.list': may(bucketQuery),
  'macros.get': may(macroQuery),
  'macros.add': may(({ slug }) => ({
    body: { slug, data: { title: 'New', steps: [{ call: 'objects.publishByIds', body: {} }] } },
  })),
  // A shared macro is changed by its author.
  'macros.update': mayNot(({ slug, macroId: macro_id }) => ({
    body: { slug, macro_id, data: { title: 'New' } },
  })),
  'macros.delete': mayNot(macroQuery),
  // It publishes.
  'macros.run': mayNot(({ slug, macroId: macro_id, objectId }) => ({
    body: { slug, macro_id, object_ids: [objectId] },
  })),

  'jobs.list': may(bucketQuery),
  'jobs.get': may(({ jobId: job_id }) => ({ query: { job_id } })),
  'jobs.failures': may(({ jobId: job_id }) => ({ query: { job_id } })),
  'jobs.cancel': mayNot(({ jobId: job_id }) => ({ body: { job_id } })),

  'importExport.importBucket': mayNot(bucketParams),

  'media.upload': mayNot(bucketParams),
  'media.replaceFile': mayNot(({ slug, mediaId: media_id }) => ({ params: { slug, media_id } })),
  'media.uploadPicture': self,
  'mediaUploads.begin': mayNot(bucketParams),
  'mediaUploads.state': mayNot(uploadParams),
  'mediaUploads.continue': mayNot(uploadParams),
  'mediaUploads.cancel': mayNot(uploadParams),
  'mediaFiles.get': open,
  'mediaFiles.getSigned': open,

  'content.objects.find': key(bucketParams, [...drafts, ...draftQueries]),
  'content.objects.findOne': key(objectParams, drafts),
  'content.objectTypes.find': key(bucketParams),
  'content.objectTypes.findOne': key(({ slug, typeSlug: type_slug }) => ({
    params: { slug, type_slug },
  })),
  'content.revisions.find': key(objectParams, always),
  'content.revisions.findOne': key(
    ({ slug, objectId: id, revisionId: revision_id }) => ({ params: { slug, id, revision_id } }),
    always,
  ),
  'content.media.find': key(bucketParams),
  'content.media.insert': key(bucketParams),
  'content.media.findOne': key(({ slug, mediaId: id }) => ({ params: { slug, id } })),
}
