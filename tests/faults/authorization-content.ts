import {
  needs,
  key,
  withoutProvider,
  open,
  self,
  drafts,
  draftQueries,
  always,
  bucketParams,
  promptParams,
  objectParams,
  typeParams,
  mediaParams,
  textParams,
  projectParams,
  legacyParams,
  type Row,
} from './authorization-rows.ts'

/** Endpoints of the content API, with keys of a bucket. */
export const contentRows: Readonly<Record<string, Row>> = {
  'content.objects.find': key(bucketParams, [...drafts, ...draftQueries]),
  'content.objects.findOne': key(objectParams, drafts),
  'content.objects.live': key(bucketParams),
  'content.objectTypes.find': key(bucketParams),
  'content.objectTypes.findOne': key(typeParams),
  'content.revisions.find': key(objectParams, always),
  'content.revisions.findOne': key(
    ({ slug, objectId: id, revisionId: revision_id }) => ({ params: { slug, id, revision_id } }),
    always,
  ),
  'content.media.find': key(bucketParams),
  'content.media.findOne': key(mediaParams),
  'content.metafields.find': key(objectParams, drafts),
  'content.metafields.findOne': key(textParams, drafts),
  'content.blocks.find': key(bucketParams),
  'content.openapi.document': key(bucketParams),
  'content.mediaFolders.find': key(bucketParams),
  'content.mediaFolders.findOne': key(({ slug, folderSlug: folder_slug }) => ({
    params: { slug, folder_slug },
  })),
  'content.mergeRequests.findObjects': key(({ slug }) => ({
    params: { slug, merge_request_id: '1' },
  })),

  'content.objects.insert': key(({ slug, typeSlug: type }) => ({
    params: { slug },
    body: { title: 'New', type },
  })),
  'content.objects.update': key((tenant) => ({ ...objectParams(tenant), body: { title: 'New' } })),
  'content.objects.batch': key(({ slug, objectId: object_id }) => ({
    params: { slug },
    body: { operations: [{ method: 'edit', object_id, object: { title: 'New' } }] },
  })),
  'content.revisions.insert': key((tenant) => ({
    ...objectParams(tenant),
    body: { title: 'New' },
  })),
  'content.metafields.update': key((tenant) => ({
    ...objectParams(tenant),
    body: { metafields: [{ key: 'text', value: 'New' }] },
  })),
  'content.metafields.updateOne': key((tenant) => ({
    ...textParams(tenant),
    body: { value: 'New' },
  })),
  'content.objects.delete': key(objectParams),
  'content.objectTypes.insert': key(({ slug }) => ({ params: { slug }, body: { title: 'New' } })),
  'content.objectTypes.update': key((tenant) => ({
    ...typeParams(tenant),
    body: { title: 'New' },
  })),
  'content.objectTypes.delete': key(typeParams),
  'content.media.insert': key(bucketParams),
  'content.media.update': key((tenant) => ({ ...mediaParams(tenant), body: { title: 'New' } })),
  'content.media.delete': key(mediaParams),

  'legacy.authenticate': open,
  'legacy.user.get': self,
  'legacy.projects.list': self,
  'legacy.projects.add': { kind: 'self', about: () => ({ body: { title: 'New' } }) },
  'legacy.projects.get': needs('team:read', projectParams),
  'legacy.projects.update': needs('settings:write', (tenant) => ({
    ...projectParams(tenant),
    body: { title: 'New' },
  })),
  'legacy.projects.delete': needs('settings:write', projectParams),
  'legacy.buckets.list': self,
  'legacy.buckets.add': needs('contents:add', ({ projectId: project }) => ({
    body: { project, title: 'New' },
  })),
  'legacy.buckets.get': needs('bucket:read', legacyParams),
  'legacy.buckets.update': needs('bucket:settings', (tenant) => ({
    ...legacyParams(tenant),
    body: { title: 'New' },
  })),
  'legacy.buckets.delete': needs('bucket:settings', legacyParams),
  'legacy.users.list': needs('bucket:read', legacyParams),
  'legacy.users.get': needs('bucket:read', ({ slug: bucket_slug, ownerId: user_id }) => ({
    params: { bucket_slug, user_id },
  })),

  'content.ai.text': withoutProvider(key(promptParams)),
  'content.ai.image': withoutProvider(key(promptParams)),
}
