import { bilingual } from '../../text.ts';

export const settingsText = bilingual(
  {
    title: 'Settings',
    intro: 'How the people of this company work together.',
    fourEyes: 'Four eyes',
    payeeAbout:
      'Account, name and organisational number are changed once another user has confirmed them. Neither of the two can release an invoice that is held because of the change.',
    dutiesAbout:
      'The user who released an invoice cannot approve it. Neither can a user who, in the last 30 days, registered its supplier or changed, proposed or confirmed the supplier’s payment details. Switch this off only if a single person in the company approves.',
    dutiesReason: 'Why one person may do both',
    dutiesReasonAbout: 'It is kept in the audit log and shown here.',
    dutiesReasonMissing: 'Write why.',
    codingAbout:
      'It applies once there are coding lists. If the last codings of a supplier agree, an approval takes them over.',
    importCoding: 'Import coding lists',
    currencyAbout:
      'Each approver can have an amount above which a second approver is needed. Set it together with the role, on the page Users. The amounts stay the same when you change the currency.',
    timeZoneAbout:
      'The dates of new invoices are days in this time zone, and invoices become overdue at its midnight. Invoices that are here already keep their dates. Everybody sees the same dates; times are shown in each reader’s own time zone.',
    saved: 'The settings are saved.',
    waits: 'The settings are saved. What weakens a duty waits until another administrator confirms it.',
    waitingAbout:
      'These changes weaken a duty. They apply once an administrator other than the one who requested them confirms. For 30 days, the stricter setting still applies to the two of them.',
    names: {
      payeeTakesTwo: 'A second person confirms changes of a supplier’s payment details',
      separateDuties: 'Different people prepare and approve',
      currency: 'Currency of the approvers’ limits',
      timeZone: 'Time zone of the company',
      presetReasons: 'Preset reasons and questions',
      codingRequired: 'An invoice is coded before it is approved',
      secondFactor: 'Who needs a second factor',
      passwords: 'Sign-in with a password',
      mailLinks: 'Links in mails open an invoice',
      proofs: 'Asked again before money is redirected',
      partnersManageWebhooks: 'Partners may manage their webhooks',
    },
    secondFactorAbout:
      'Who has signed in with a password alone, and is asked for more here, adds a passkey or an authenticator app to the account first. A passkey alone and a sign-in through your directory count as both.',
    passwordsAbout: 'Without passwords, only those who signed in with a passkey or through your directory enter.',
    mailLinksAbout:
      'The morning mail about what is waiting has a link to each invoice. For seven days it opens that invoice, and takes the recipient’s decision, without a sign-in. Whoever may not enter with a password alone signs in all the same.',
    proofsAbout:
      'Users with a passkey or an app, or from your directory, show once more that it is them: before they release a held invoice, confirm an account, or change payment details, checks, duties, limits, tokens, webhooks and users.',
    partnersManageWebhooksAbout:
      'Switched off, no partner does, whatever its own switch on the page Partners says. Endpoints that exist go on receiving events; switch them off on the page Webhooks.',
    secondFactors: {
      nobody: 'Nobody',
      administrators: 'Administrators',
      deciders: 'Approvers and administrators',
      everybody: 'Everybody',
    },
    passwordRules: { on: 'Allowed', off: 'Not allowed' },
    proofRules: {
      off: 'Never',
      fifteenMinutes: 'After fifteen minutes',
      always: 'Every time',
    },
    presetsAbout:
      'Dialogs offer these texts, and whoever decides can change them there. One per line, up to 10 lines of 200 characters.',
    savePresets: 'Save the texts',
    presetsOf: {
      reject: 'Reasons for rejecting an invoice',
      ask: 'Questions to the partner',
      release: 'Reasons for releasing a held invoice',
      cancel: 'Reasons for cancelling a work order',
    },
    values: { true: 'yes', false: 'no' },
    confirmTitle: 'Weaken this duty?',
    confirmAbout: (who: string) => `Fewer people then see what is paid. Ask ${who} in person first.`,
  },
  {
    title: 'Inställningar',
    intro: 'Hur ni arbetar tillsammans i det här företaget.',
    fourEyes: 'Tvåpersonskontroll',
    payeeAbout:
      'En leverantörs konto, namn och organisationsnummer ändras först när en annan användare har bekräftat ändringen. Ingen av de två kan häva stoppet av en faktura som är stoppad på grund av den.',
    dutiesAbout:
      'Den som har hävt stoppet av en faktura kan inte attestera den. Det kan inte heller den som de senaste 30 dagarna har lagt upp leverantören eller ändrat, föreslagit eller bekräftat dess betalningsuppgifter. Stäng bara av detta om en enda person attesterar i företaget.',
    dutiesReason: 'Varför en person får göra båda delarna',
    dutiesReasonAbout: 'Orsaken sparas i granskningsloggen och visas här.',
    dutiesReasonMissing: 'Skriv varför.',
    codingAbout:
      'Det gäller när det finns konteringslistor. Om en leverantörs senaste konteringar är lika används de när fakturan attesteras.',
    importCoding: 'Importera konteringslistor',
    currencyAbout:
      'Varje attestant kan ha en beloppsgräns. Över den krävs ytterligare en attestant. Gränsen anges tillsammans med rollen på sidan Användare. Beloppen ändras inte när du byter valuta.',
    timeZoneAbout:
      'Datumen på nya fakturor tolkas i den här tidszonen, och fakturor förfaller vid midnatt där. Fakturor som redan har kommit in behåller sina datum. Alla ser samma datum. Klockslag visas i var och ens egen tidszon.',
    saved: 'Inställningarna är sparade.',
    waits:
      'Inställningarna är sparade. Det som försvagar en kontroll väntar på att en annan administratör bekräftar det.',
    waitingAbout:
      'De här ändringarna försvagar en kontroll. De gäller när en annan administratör än den som begärde ändringen bekräftar den. För er två gäller den strängare inställningen i 30 dagar till.',
    names: {
      payeeTakesTwo: 'Tvåpersonskontroll av ändrade betalningsuppgifter',
      separateDuties: 'Olika personer förbereder och attesterar',
      currency: 'Valuta för attestgränser',
      timeZone: 'Företagets tidszon',
      presetReasons: 'Färdiga orsaker och frågor',
      codingRequired: 'En faktura ska konteras innan den attesteras',
      secondFactor: 'Vem som behöver ett andra steg',
      passwords: 'Inloggning med lösenord',
      mailLinks: 'Länkar i e-post öppnar en faktura',
      proofs: 'Ny fråga innan pengar styrs om',
      partnersManageWebhooks: 'Partner får hantera sina webhookar',
    },
    secondFactorAbout:
      'Den som bara har loggat in med lösenord, men behöver mer här, lägger först till en inloggningsnyckel eller en autentiseringsapp på sitt konto. Enbart en inloggningsnyckel, eller inloggning via er katalog, räknas som båda.',
    passwordsAbout: 'Utan lösenord kommer bara de in som har loggat in med en inloggningsnyckel eller via er katalog.',
    mailLinksAbout:
      'Morgonens e-post om det som väntar har en länk till varje faktura. I sju dagar öppnar den fakturan och tar emot mottagarens beslut, utan inloggning. Den som inte kommer in med enbart lösenord loggar in ändå.',
    proofsAbout:
      'Användare med inloggningsnyckel eller app, eller från er katalog, visar en gång till att det är de: innan de häver ett stopp, bekräftar ett konto eller ändrar betalningsuppgifter, kontroller, beloppsgränser, nycklar, webhookar och användare.',
    partnersManageWebhooksAbout:
      'När detta är avstängt får ingen partner göra det, oavsett vad som gäller för partnern på sidan Partner. Mottagare som redan finns får fortfarande händelser. Dem stänger du av på sidan Webhookar.',
    secondFactors: {
      nobody: 'Ingen',
      administrators: 'Administratörer',
      deciders: 'Attestanter och administratörer',
      everybody: 'Alla',
    },
    passwordRules: { on: 'Tillåten', off: 'Inte tillåten' },
    proofRules: {
      off: 'Aldrig',
      fifteenMinutes: 'Efter en kvart',
      always: 'Varje gång',
    },
    presetsAbout:
      'Texterna erbjuds när ni fattar beslut och kan ändras då. En text per rad, högst 10 rader med högst 200 tecken.',
    savePresets: 'Spara texterna',
    presetsOf: {
      reject: 'Orsaker att avvisa en faktura',
      ask: 'Frågor till partnern',
      release: 'Orsaker att häva stoppet av en faktura',
      cancel: 'Orsaker att makulera en arbetsorder',
    },
    values: { true: 'ja', false: 'nej' },
    confirmTitle: 'Försvaga kontrollen?',
    confirmAbout: (who) => `Färre personer ser då vad som betalas. Fråga ${who} personligen först.`,
  },
);
