import {
  needs,
  withoutProvider,
  self,
  bucketParams,
  uploadParams,
  bucketQuery,
  mediaQuery,
  manyMediaBody,
  type Row,
} from './authorization-rows.ts'

/** Calls on the media of a bucket. */
export const mediaRows: Readonly<Record<string, Row>> = {
  'media.list': needs('bucket:read', bucketQuery),
  'media.get': needs('bucket:read', mediaQuery),
  'media.references': needs('bucket:read', mediaQuery),
  'media.versions': needs('bucket:read', mediaQuery),
  'media.restoreVersion': needs('media:write', ({ slug, mediaId: media_id, changeSetId }) => ({
    body: { slug, media_id, change_set_id: changeSetId },
  })),
  'media.update': needs('media:write', ({ slug, mediaId: media_id }) => ({
    body: { slug, media_id, data: { title: 'T' } },
  })),
  'media.editMediaTitle': needs('media:write', ({ slug, mediaId: media_id }) => ({
    body: { slug, media_id, title: 'T' },
  })),
  'media.editMediaAltText': needs('media:write', ({ slug, mediaId: media_id }) => ({
    body: { slug, media_id, alt_text: 'T' },
  })),
  'media.deleteByIds': needs('media:delete', manyMediaBody),
  'media.addFolderByIds': needs('media:write', (tenant) => ({
    body: { ...manyMediaBody(tenant).body, folder: tenant.folderSlug },
  })),
  'media.removeFolderByIds': needs('media:write', manyMediaBody),
  'media.addMetadataByIds': needs('media:write', (tenant) => ({
    body: { ...manyMediaBody(tenant).body, metadata: { a: 1 } },
  })),
  'media.generateAltText': withoutProvider(
    needs('media:write', ({ slug, mediaId: media_id }) => ({ body: { slug, media_id } })),
  ),
  'media.generateAltTexts': withoutProvider(needs('media:write', manyMediaBody)),
  'media.bulkEdit': needs('media:write', (tenant) => ({
    body: { ...manyMediaBody(tenant).body, data: { title: { op: 'clear' } } },
  })),
  'mediaFolders.list': needs('bucket:read', bucketQuery),
  'mediaFolders.add': needs('media:write', ({ slug }) => ({
    body: { slug, data: { title: 'F' } },
  })),
  'mediaFolders.update': needs('media:write', ({ slug, folderSlug: media_folder_slug }) => ({
    body: { slug, media_folder_slug, data: { title: 'New' } },
  })),
  'mediaFolders.reorder': needs('media:write', ({ slug, folderSlug }) => ({
    body: { slug, media_folder_slugs: [folderSlug] },
  })),
  'mediaFolders.delete': needs('media:delete', ({ slug, folderSlug: media_folder_slug }) => ({
    query: { slug, media_folder_slug },
  })),
  'media.searchAndReplace': needs('media:write', ({ slug }) => ({
    body: { slug, find: 'New', replace: 'Old', dry_run: true },
  })),

  'media.upload': needs('media:write', bucketParams),
  'media.replaceFile': needs('media:write', ({ slug, mediaId: media_id }) => ({
    params: { slug, media_id },
  })),
  'media.uploadPicture': self,
  'mediaUploads.begin': needs('media:write', bucketParams),
  'mediaUploads.state': needs('media:write', uploadParams),
  'mediaUploads.continue': needs('media:write', uploadParams),
  'mediaUploads.cancel': needs('media:write', uploadParams),
}
