import { bilingual } from '../../text.ts';

export const mailText = bilingual(
  {
    title: 'E-mail',
    about: 'Choose what you want an e-mail about, for each company. Your colleagues choose for themselves.',
    company: 'Company',
    waiting: 'What is waiting for you, every morning',
    digest: 'What is waiting, every morning',
    held: 'Held invoices',
    proposed: 'A partner proposes a change of a supplier',
    endpointOff: 'A webhook endpoint is switched off',
    failures: 'A partner’s calls fail',
    hints: {
      waiting:
        'On weekdays at seven, in your time zone, if you may decide and an invoice is waiting for you: its links open the invoices on your phone.',
      digest:
        'On weekdays at seven, in your time zone, unless nothing is waiting. It comes together with what is waiting for you.',
      held: 'Those that are held within the same minute come in one message.',
      proposed:
        'Another name, organisational number, account or telephone number, for example. Nothing changes until someone confirms it.',
      endpointOff: 'When the receiver says that it is gone, or has failed for three days.',
      failures:
        'When more than this share of its calls in the last hour failed, and there were at least 20. At most every six hours.',
    },
    notAtAll: 'No e-mail',
    above: (percent: number) => `More than ${percent}%`,
    saved: 'Your choices are saved.',
    notSetUp: 'This service does not send e-mail',
    notSetUpNext: 'Ask the people who run the service to set it up; see SMTP_URL in the documentation.',
    test: 'Send me a test',
    tested: 'The test is sent',
    testedAbout: (email: string) => `It went to ${email}. If it does not arrive, check the spam folder.`,
    notTested: 'The test was not sent',
  },
  {
    title: 'E-post',
    about: 'Välj vad du vill få e-post om, för varje företag. Dina kollegor väljer själva.',
    company: 'Företag',
    waiting: 'Det som väntar på dig, varje morgon',
    digest: 'Det som väntar, varje morgon',
    held: 'Stoppade fakturor',
    proposed: 'En partner föreslår en ändring av en leverantör',
    endpointOff: 'En webhookmottagare stängs av',
    failures: 'En partners anrop misslyckas',
    hints: {
      waiting:
        'På vardagar klockan sju, i din tidszon, om du får besluta och en faktura väntar på dig. Länkarna öppnar fakturorna i mobilen.',
      digest:
        'På vardagar klockan sju, i din tidszon, om något väntar. Det kommer tillsammans med det som väntar på dig.',
      held: 'De som stoppas inom samma minut kommer i ett meddelande.',
      proposed:
        'Till exempel ett annat namn, organisationsnummer, konto eller telefonnummer. Inget ändras förrän någon bekräftar det.',
      endpointOff: 'När mottagaren svarar att den är borttagen, eller inte har fungerat på tre dygn.',
      failures:
        'När en större andel än så av den senaste timmens anrop har misslyckats, och de var minst 20. Högst var sjätte timme.',
    },
    notAtAll: 'Ingen e-post',
    above: (percent) => `Mer än ${percent}\u00A0%`,
    saved: 'Dina val är sparade.',
    notSetUp: 'Tjänsten skickar ingen e-post',
    notSetUpNext: 'Den som driver tjänsten kan slå på det: se SMTP_URL i dokumentationen.',
    test: 'Skicka ett test till mig',
    tested: 'Testet är skickat',
    testedAbout: (email) => `Det skickades till ${email}. Om det inte kommer fram, titta i skräpposten.`,
    notTested: 'Testet skickades inte',
  },
);
