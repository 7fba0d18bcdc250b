import type { Entry } from './entry.ts';

/** What the service tells whoever calls it, operators and partners alike. */
export const toEverybody: Entry[] = [
  [
    /^There is nothing at this path\. The paths of this interface are listed in its reference documentation\.$/,
    'Det finns inget på den här adressen. Gränssnittets adresser står i dess referensdokumentation.',
  ],
  [/^There is nothing at this path\.$/, 'Det finns inget på den här adressen.'],
  [/^(\S+) is not possible on this path\. Use (.+)\.$/, '$1 går inte på den här adressen. Använd $2.'],
  [/^(\S+) is not possible on this path\.$/, '$1 går inte på den här adressen.'],
  [
    /^The request is larger than the (.+) that this operation accepts\.$/,
    'Anropet är större än de $1 som tas emot här.',
  ],
  [
    /^The content type of this request is not accepted\. Send it as (.+)\.$/,
    'Anropets innehållstyp tas inte emot. Skicka det som $1.',
  ],
  [/^The content type of this request is not accepted\.$/, 'Anropets innehållstyp tas inte emot.'],
  [
    /^The content coding of this request is not accepted\. Compress it once with gzip, or not at all\.$/,
    'Anropets komprimering tas inte emot. Komprimera det en gång med gzip, eller inte alls.',
  ],
  [/^The content coding of this request is not accepted\.$/, 'Anropets komprimering tas inte emot.'],
  [
    /^The character set of this request is not accepted\. Send it as UTF-8\.$/,
    'Anropets teckenkodning tas inte emot. Skicka det som UTF-8.',
  ],
  [/^The character set of this request is not accepted\.$/, 'Anropets teckenkodning tas inte emot.'],
  [
    /^The body is not valid gzip: it is broken, ends too soon, or has more after its end\. Compress it again\.$/,
    'Innehållet är inte giltig gzip: det är trasigt, slutar för tidigt eller har mer efter slutet. Komprimera det igen.',
  ],
  [
    /^The body is not valid gzip: it is broken, ends too soon, or has more after its end\.$/,
    'Innehållet är inte giltig gzip: det är trasigt, slutar för tidigt eller har mer efter slutet.',
  ],
  [/^This operation takes no query parameters\.$/, 'Operationen tar inga frågeparametrar.'],
  [/^A query parameter is not known\.$/, 'En frågeparameter är okänd.'],
  [/^Too many requests\. Wait (\d+) s and send this one again\.$/, 'För många försök. Vänta $1 s och försök igen.'],
  [/^Too many requests\.$/, 'För många anrop.'],
  [
    /^The service cannot reach its database at the moment\. Send the same request again; nothing is created twice\.$/,
    'Tjänsten når inte sin databas just nu. Försök igen; inget skapas två gånger.',
  ],
  [/^The service cannot reach its database at the moment\.$/, 'Tjänsten når inte sin databas just nu.'],
  [
    /^The service cannot store files at the moment\. Send the same request again later; nothing is created twice\.$/,
    'Tjänsten kan inte spara filer just nu. Försök igen senare; inget skapas två gånger.',
  ],
  [
    /^The folder in which the service keeps files is missing\. Whoever runs the service must restore it; then send the same request again\.$/,
    'Mappen där tjänsten sparar filer saknas. Den som driver tjänsten behöver återställa den; försök sedan igen.',
  ],
  [/^The folder in which the service keeps files is missing\.$/, 'Mappen där tjänsten sparar filer saknas.'],
  [/^The service cannot store files at the moment\.$/, 'Tjänsten kan inte spara filer just nu.'],
  [
    /^The service is restarting\. Send this request again; nothing is created twice\.$/,
    'Tjänsten startar om. Försök igen; inget skapas två gånger.',
  ],
  [/^The service is restarting\.$/, 'Tjänsten startar om.'],
  [/^The service cannot write to its database at the moment\.$/, 'Tjänsten kan inte skriva till sin databas just nu.'],
  [
    /^The service is busy with other searches\. Try again in a moment\.$/,
    'Tjänsten är upptagen med andra sökningar. Försök igen om en stund.',
  ],
  [/^The service is busy with other searches\.$/, 'Tjänsten är upptagen med andra sökningar.'],
  [
    /^This search takes too long\. Narrow it down: look for a longer text, or choose fewer days, one state or one partner\.$/,
    'Sökningen tar för lång tid. Begränsa den: sök på en längre text, eller välj färre dagar, en status eller en partner.',
  ],
  [/^This search takes too long\.$/, 'Sökningen tar för lång tid.'],
  [
    /^This takes too long at the moment, and nothing was changed\. Try again in a moment\.$/,
    'Det tar för lång tid just nu, och inget ändrades. Försök igen om en stund.',
  ],
  [
    /^This takes too long at the moment, and nothing was changed\.$/,
    'Det tar för lång tid just nu, och inget ändrades.',
  ],
  [/^The service is stopping\.$/, 'Tjänsten stannar.'],
  [
    /^The service has more requests waiting than it can serve soon\. Send this one again later\.$/,
    'Tjänsten har fler anrop i kö än den snart hinner med. Försök igen senare.',
  ],
  [
    /^The service has more requests waiting than it can serve soon\.$/,
    'Tjänsten har fler anrop i kö än den snart hinner med.',
  ],
  [
    /^The service holds as many requests as it can\. Send this one again; a large file is better sent as multipart\/form-data\.$/,
    'Tjänsten har så många anrop som den rymmer. Skicka anropet igen; en stor fil skickas hellre som multipart/form-data.',
  ],
  [/^The service holds as many requests as it can\.$/, 'Tjänsten har så många anrop som den rymmer.'],
  [
    /^This partner is reading as many lists as it may at once\. Read those to their end, then send this request again\.$/,
    'Partnern läser så många listor som den får på en gång. Läs dem till slut och skicka sedan anropet igen.',
  ],
  [
    /^This partner is reading as many lists as it may at once\.$/,
    'Partnern läser så många listor som den får på en gång.',
  ],
  [
    /^Something went wrong inside the service\. Give the traceId to support; the same request may be sent again\.$/,
    'Något gick fel inne i tjänsten. Ge spårnings-id:t till supporten; samma anrop kan göras igen.',
  ],
  [/^Something went wrong inside the service\.$/, 'Något gick fel inne i tjänsten.'],
  [/^The header Host is missing\.$/, 'Rubriken Host saknas.'],
  [/^The header Host is sent more than once\.$/, 'Rubriken Host skickas mer än en gång.'],
  [/^The request did not arrive whole\. Send it again\.$/, 'Anropet kom inte fram helt. Skicka det igen.'],
  [/^The request did not arrive whole\.$/, 'Anropet kom inte fram helt.'],
  [
    /^The request did not arrive whole in time\. Send it again\.$/,
    'Anropet kom inte fram helt i tid. Skicka det igen.',
  ],
  [/^The request did not arrive whole in time\.$/, 'Anropet kom inte fram helt i tid.'],
  [/^The headers of this request are too large\.$/, 'Anropets rubriker är för stora.'],
  [/^This is not a valid HTTP request\.$/, 'Detta är inget giltigt HTTP-anrop.'],
  [
    /^The body is shorter or longer than the Content-Length header says\.$/,
    'Innehållet är kortare eller längre än rubriken Content-Length säger.',
  ],
  [/^The address of this request is not a valid URL\.$/, 'Anropets adress är ingen giltig URL.'],
  [/^The body has a value that cannot be stored\.$/, 'Innehållet har ett värde som inte kan sparas.'],
  [/^The body is empty\. Send a JSON object\.$/, 'Innehållet är tomt. Skicka ett JSON-objekt.'],
  [/^The body is empty\.$/, 'Innehållet är tomt.'],
  [/^The body is not valid UTF-8\. Encode it as UTF-8\.$/, 'Innehållet är inte giltig UTF-8. Koda det som UTF-8.'],
  [/^The body is not valid UTF-8\.$/, 'Innehållet är inte giltig UTF-8.'],
  [/^The body is not valid JSON\.$/, 'Innehållet är inte giltig JSON.'],
  [
    /^The body is not valid JSON: see line (\d+), column (\d+)\.$/,
    'Innehållet är inte giltig JSON: se rad $1, kolumn $2.',
  ],
  [
    /^The body has a field named __proto__ or constructor\.prototype, which is refused\. Leave it out\.$/,
    'Innehållet har ett fält som heter __proto__ eller constructor.prototype, vilket nekas. Utelämna det.',
  ],
  [
    /^The body has a field named __proto__ or constructor\.prototype, which is refused\.$/,
    'Innehållet har ett fält som heter __proto__ eller constructor.prototype, vilket nekas.',
  ],
  [
    /^The body has more than (\S+) values\. Send less at once\.$/,
    'Innehållet har fler än $1 värden. Skicka mindre åt gången.',
  ],
  [
    /^The numbers of the body have more than (\S+) digits when they are written out\. Send less at once\.$/,
    'Talen i innehållet har fler än $1 siffror när de skrivs ut. Skicka mindre åt gången.',
  ],
  [
    /^The numbers of the body have more than (\S+) digits when they are written out\.$/,
    'Talen i innehållet har fler än $1 siffror när de skrivs ut.',
  ],
  [/^The body has more than (\S+) values\.$/, 'Innehållet har fler än $1 värden.'],
  [
    /^after is not valid\. Send the next of the page before, unchanged, with the same sort\.$/,
    'after gäller inte. Skicka next från föregående sida, oförändrat, med samma sort.',
  ],
  [
    /^after is not valid\. Send the next of the page before, unchanged\.$/,
    'after gäller inte. Skicka next från föregående sida, oförändrat.',
  ],
  [/^after goes with limit\. Send both, or neither\.$/, 'after hör ihop med limit. Skicka båda, eller ingen av dem.'],
  [/^after goes with limit\.$/, 'after hör ihop med limit.'],
];
