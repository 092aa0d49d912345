import { jsonItems } from './packages/server/src/resources/import-export/formats/json-items.ts'
const one = JSON.stringify({sys:{id:'1',type:'Entry',space:{sys:{type:'Link',linkType:'Space',id:'x'}},contentType:{sys:{type:'Link',linkType:'ContentType',id:'page'}},createdAt:'2024-01-01T10:00:00.000Z',updatedAt:'2024-01-02T10:00:00.000Z',version:2,publishedVersion:1},fields:{title:{en:'Same'}}})
const text = '{"contentTypes":[],"entries":[' + Array.from({length:100000},()=>one).join(',') + ']}'
console.log(text.length/1e6,'MB')
async function* chunks(){ for(let i=0;i<text.length;i+=262144) yield text.slice(i,i+262144)}
for (const paths of [['$.entries.*'],['$.contentTypes.*']]) { const t=performance.now(); let n=0; for await (const x of jsonItems(chunks(),paths)) n++; console.log(paths,n,performance.now()-t) }
