/** The parts of a media row that its address is made of. */
export interface MediaPlace {
  name: string
  /** Where the bytes are when an import only refers to them. */
  location: string | null
}

/** The public address of a media. Its last segment is exactly the media's name: clients look media up by it. */
export function mediaUrl(publicUrl: string, { name, location }: MediaPlace): string {
  return `${location ?? `${publicUrl}/media`}/${encodeURIComponent(name)}`
}
