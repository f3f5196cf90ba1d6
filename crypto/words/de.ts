/**
 * 2,048 German words to read out on the telephone. Most are from de-2048-v1 and de-7776-v1 of
 * https://github.com/dys2p/wordlists-de, which may be used under CC0 1.0. Words that are abstract, inflected, easily
 * misheard or grim were replaced, by others with ä, ö, ü and ß too. Its order is part of the format: docs/crypto.md.
 */
export const GERMAN = `
abbau abbild abdruck abend abfall abflug abgas abitur abkommen ablauf abreise absatz abseits absicht absolut
abstand abteil abwehr abzug abzweig achse achteck acker adapter ader adler admiral adresse advent äpfel
äquator ärmel affe agave agent ahnung ahorn akademie akazie akkord akkurat akte aktie akustik akzent alarm
albatros album algebra alibi allee allianz alltag alpaka alpen alphabet altglas altstadt alufolie amateur
amboss ameise amethyst ampel amsel amulett analyse ananas anbau anblick anekdote anfang anfrage angabe angel
anhänger anis anker ankunft anlage anleiten anmelden annonce anorak anregung anrichte anruf ansicht antenne
antik antrag antwort anwalt anwohner anzahl anzeige anzug apfel apotheke apparat appetit applaus april
aquarell arbeit archiv areal arena arm armband aroma arten artikel arzt asphalt ast aster atelier atem
athlet atlas atoll atom attest auerhahn aufbau aufgabe auflage aufnahme aufruf auftrag aufwand aufzug
augapfel auge august auktion aula ausdruck ausflug ausgang auskunft ausnahme auspuff aussicht austern
auswahl auszug auto avocado azalee baby bach backen bad badehose bäcker bär bäume bagger bahn baldrian
balkon ball balsam bambus banane band bank bargeld bariton barock barsch bart basalt basis bass basteln
batterie bauch bauer bauhof baukran bauland baum bauplan bauwagen bauzaun beamte becher becken beere beet
beginn begriff beifuß beige beil bein beispiel beitrag bekommen benzin berg bericht beruf besen besitz
besteck besuch beton betrieb bett beule bewahren beweis bewohner bezahlen bezirk biber biene bilanz bild
billig binden biologie biotonne birke birne bison biwak blatt blau blech blei blick blinker blitz block
blüte blume bluse boden börse böschung bogen bohne boiler boje bolzen bonbon bonsai bonus boot bord borste
botanik bote bowle boxen boxring brand braten braun brav brei brett breze brief briketts brille bringen
brise brötchen brokkoli bronze brosche brot bruder brücke brunnen brust bube buch bude budget büffel bügel
bühne bündel büro büste buffet bummel bunt burg bus busch busfahrt bussard butter campen caravan cello
cembalo champion chance charme chemie chili chlor chor chrom chutney clever clown cognac cola computer couch
cousin cowboy creme curry dach dackel dame damm dampf danken darm datei dattel datum dauer daumen decke
delfin delle delta depot design dessert detail detektiv dezember diagramm dialog diamant dichter dickicht
diele dienstag diesel dietrich digital diktat dill ding dinkel diplomat direktor dirigent dirndl diskette
distel docht dock dohle doktor dokument domizil donner doppelt dorf dorn dose dozent drache draht drama
drehbuch dreieck drilling drohne dromedar drossel drucker dübel dünger düse duft dunkel dunst durst dusche
dynamik ebbe ebene eber echo echse eckbank ecke edelweiß efeu effekt egge ehefrau ehemann ehepaar ehre
ehrgeiz ehrlich ehrung eibe eichel eidechse eier eigelb eimer einblick eindruck einfach eingang einhorn
einigung einkauf einladen einnahme einrad eintritt eis eisberg eisdiele eisen eislauf eistee eisvogel
eiszeit elch elefant elegant element elixier ellbogen elle elster eltern emblem empfang emu endivie endspiel
energie engpass enkel ensemble ente entwurf enzian epoche erbse erdbeere erde erdgas erdkugel erdnuss
ereignis erfinden erfolg ergebnis erinnern erker erlauben erlebnis ernte ersatz esel espresso essen essig
esstisch etage etappe etat etikett eule euphorie euro exakt examen experte export express extern extra fabel
fabrik fach fackel faden fächer fähre fässer fagott fahne fahrrad faktor falke falter familie fanfare fangen
fanshop fantasie farbe farn fasan fasching faser fass faultier fauna favorit fazit februar feder fegen
fehler feier feinkost feld felge fell fels fenchel fenster ferien ferkel fernrohr fertig festland fett feuer
fiaker fichte figur filiale film filter filz finale finden finger fink firma firn fisch fixpunkt fjord
flachs flagge flamme flanell flasche flaute fleck fleisch flexibel fliege flink flocke flöte flora floß
flügel flugzeug flunder flur fluss flut föhn fohlen fokus folge folie forelle forke formel forst forum foto
foyer fracht frage fraktion frau freizeit frequenz freund frieden friseur froh front frosch frucht frühling
fuchs führung füller fürst fuge fund funke furnier fusion fuß futter gabel gämse gärtner galaxie galerie
galopp gang gans ganter garage garbe gardine garn garten gast gattung gaumen gazelle gebäck gebirge geburt
gecko gedanke gedicht geduld gefieder gegend gehalt gehege gehweg geige geländer gelb geld gelenk gemälde
gemüse genie gepäck gerät gerbera gerste geruch geschenk gesetz gesicht geste gesund getreide geweih
gewitter gewürz geysir giebel gigant ginster gipfel gips giraffe girlande gitarre gitter gladiole glanz glas
glatt gleis glitzer globus glocke glück glut gnom gnu gockel gold golf gondel gorilla gotik graben grad
grafik gramm granit gras gratis gravur greifen grenze grieß griff grille grinsen grotte grünkohl grund
gruppe gruß gürtel güte gulasch gummi gurke gurt guss guthaben haar habicht hafen hagel hahn haifisch haken
halb halde halle halm hals halten hammer hamster hand hantel harfe harke harmonie hart harz hase haube hauch
haufen haus haut hebamme hebel hecht hecke hefe heft heide heilen heim heizung hektar held helfen helium
helm hemd henkel herbst herd hering herkunft hermelin herz heu hibiskus hilfe himbeere hinweis hippie hirse
hirte hitze hobby hobel hochzeit hockey höhle hölzer hörnchen hof holen holunder holz honig honorar hopfen
horizont horn hose hotel hüfte hügel hülle hütte hufeisen huhn hummer humor hund hupe husky hut hyäne
hydrant hygiene hymne hypothek idee idol idyll igel iglu iltis imbiss imker import impuls index indigo
infotag ingwer inhalt insel institut internet jacht jacke jade jäger jaguar jahrbuch januar jasmin jazz
jeans jodler joggen joghurt joker jolle jubel jubiläum jugend jung jurist jurte jury juwel kabarett kabel
kabine kachel käfer käse kaffee kai kajak kakao kaktus kalender kalt kamera kamin kamm kanal kandidat
kanister kanne kanon kante kanu kanzlei kapern kapitel kappe kapsel kapuze karaffe karneval karotte karpfen
karriere karte kasino kasse kasten katalog kater katze kaufhaus kaugummi kaution kauz kaviar kegel kehren
keks keller kennwort keramik kern kerze kescher kessel ketchup kette kichern kiefer kiesel kilo kimono kind
kino kiosk kirmes kirsche kissen kiste kittel kitzeln kiwi klammer klang klappe klar klasse klavier kleben
klee kleid klette klient klima klinke klippe klon klopfen klotz klubhaus klug knäuel knapp kneipe knie
knirps knochen knödel knopf knospe knoten knusprig koala kobold kobra kochen könig körper koffer kohle koje
kokos kolibri kollege komet komfort komisch komma kompass konfetti konsum konto konzert kopf kopie koralle
korb kordel korken korn kosmetik krabbe kräuter kraft kragen krake kralle kran krapfen krater kraut krawatte
kreis kresse krippe kröte krokodil krone krug kruste kuchen kuckuck kübel küche küken kümmel kürbis küste
kugel kuh kuhstall kulisse kultur kumpel kunde kunst kupfer kurier kurort kurs kurve kurz kuscheln kuss
kutsche kuvert label labor labrador lachs lack laden ladung lagune laie laken lakritze lama lamm lampe land
languste lappen lasagne lasso laterne latz laub lauch laufen laune laut lava lavendel lecker leder legen
leguan lehm lehnen lehrer leicht leim leinwand leiste leiter lektor lemming lenkrad leopard lerche lernen
leser lesung leuchte leute lexikon libelle licht liebe lied liefern liege lila lilie limette limonade linde
lineal linie links linse lippe liste liter litfaß lizenz loch lockruf löffel lösung löwe logbuch loge
logistik lohn loipe lok lokal lorbeer lotse lotus lücke lüster luft luke lunge lupe lupine lustig lutscher
luxus lyra lyrik machen märchen magazin magen magie magnet mais majoran makrele maler malve mama mammut
mandel manege mango mann mantel marder marille markt marmor marone marsch marzipan maschine maske mast
material matjes matrose matte mauer maulwurf maus maximal medaille medizin meer mehl meinung meister melden
melisse melken melone membran mensch merkmal metall meter methode mieder mikado mikrofon milan milch milde
milieu mimik mimose mineral minibar minute minze mischung mistel mitglied mittag mixer mixtur modem möbel
möhre mönch mörtel möwe mokka molch mole molke moment monat mond monitor monolog montag moos moped morgen
mosaik motiv motor motte mücke mühle müll münze müsli mütze mufflon mulde mund muschel museum musik muskel
muster mutig mutter mythos nabel nacht nacken nadel nähgarn nagel name napf narzisse nase nashorn natter
natur nebel neffe nehmen nektar nelke nerz nessel nest nett netz neubau neugier neujahr neuland neumond
nickel niedlich nilpferd nische niveau nixe nobel norden normal notiz nougat november nudel nummer nuss
nutzen oase objekt oboe obst ofen offen ohr ohren ohrring ohrwurm okapi oktober oleander olive olympia
omelett onkel online opal oper optik orakel orange orbit orchidee ordnung oregano organ orgel original
ornament ortsrand ostern otter oval ozean paddel paket palast palette palme panda panne panorama panther
papagei papier pappe paprika parade parfüm park parmesan parodie party passwort pastete pate patzer pauke
pause pavillon pedal pegasus pegel pelikan pelle pelz pendel pension perfekt pergola perle person perücke
petunie pfad pfahl pfanne pfau pfeffer pfeil pferd pfiff pfirsich pflaume pflegen pflug pförtner pforte
pfosten pfote pfütze pfund phase physik piano piccolo picknick pilger pilot pilz pinguin pinie pink pinnwand
pinsel pinzette pirat pirol piste pixel pizza plakat planet plastik platz plenum plüsch plural plus podest
podium poesie pokal politik polka pollen polster pommes pony pool popcorn porree portrait posaune positiv
post pracht prärie praline praxis preis presse primel prinz prisma privileg probe produkt profil programm
projekt prolog prospekt provinz prozent publikum pudding puder püree pullover puls pulver puma pumpwerk
punkt punsch puppe purpur pute putzen puzzle pyjama pyramide quadrat qualle quark quaste quer quittung quiz
quote rabatt rabe rad radar radeln radio radler radtour radweg rätsel rahmen rakete rampe rand ranke ranzen
raps rassel rast ratgeber rathaus rauch raum raupe raus raute rechen redezeit redner referent reform regal
regen region reh rehkitz reibe reifen reihe rein reise reiten rekord rektor relativ relief rennrad rentier
reporter reptil reserve residenz resonanz respekt rest revier rezept rhythmus richtig riechen riegel riese
riff rikscha rind ring rinnsal ritter ritual robbe roboter rochen rock rodel roggen rohbau rohkost rohr
rohstoff roller roman rosa rose rosine rosmarin rost rotation rotkohl rotor rotwein roulade rubin rucksack
rucola rudel rübe rücken rührei rüssel rufen ruhm rummel rund rutsche saal saat sache säge säule safari
safran saft sahne saison salat salbe salon salve salz samba sammeln samowar samstag samt sand sanft saphir
sardine satellit sattel satz sauber sauna saurier savanne saxofon schal schere schirm schlange schmied
schnee schrank schuh schwan scooter sechseck see seefahrt seehund seekuh seestern segel segment seide seife
seil seite sektor sekunde sellerie semester seminar semmel senf senior serie serum server sesam sessel
setzen shop sichel sieb siedlung signal silber silo simpel singen sirup sitzen skala skat ski skilift skizze
skorpion skript skulptur socke sofa sohle sohn soja solide sommer sonett sonne sorgfalt sorte spachtel
spagat spalten spange spargel spaten specht speise spektrum spende sperling speziell spiegel spinne spitze
sponsor sport sprache sprechen sprotte sprung spüle spur stabil stachel stadt stahl stall stamm standort
stapel stark station staub steg stehen stein stellen stempel steppe stern stichtag stier stift still stimme
stirn stock stoff stollen storch strand strecke strich strom strumpf stube stuck studium stück stufe stuhl
stunde sturm stute sud süden sülze suite sultan summe suppe surfen symbol szenario tabak tabelle tablett
tacker tänzer tafel tag tagebuch taifun takt tal talar talent talisman tamburin tango tank tanne tante tanz
tapete tapir tasche tasse tastatur tattoo taube tausch taverne taxi team technik teddy tee teehaus teekanne
teer teesieb teig teilen telefon teller tempo tennis tenor teppich terrasse test text theater theke thema
theorie thymian tier tiger tinte tipp tisch titan toast tochter töne töpfer tofu toga toilette tomate
tombola tonband tonne topas topf tor torbogen torf tornado torte torwart trab training traktor trapez trasse
traum trend treppe tresor triangel trichter triller trommel tropfen truhe trumpf trunk tuch tüll tümpel tür
tüte tukan tulpe tundra tunika tunnel turbine turm turnier tusche überzug übung ufer ufo uhr uhu ulme umbau
umfrage umgang umgebung umhang umkreis umschlag umwelt umzug unke urform urheber urkunde urlaub ursprung
urwald utensil vanille vase vater veilchen ventil veranda verband verkehr vertrag vesper video vieh viereck
villa violine visite visum vitrine vogel vokabel voliere vollmond vorbild vorhang vorlage vorrat vorsicht
vortrag vorwahl vulkan wackeln wade wärme wäsche waffel waggon wahrheit wald walnuss walross walze wand
wange wanne wappen ware warm warnung waschbär wasser watte weber webstuhl wecker weide weiher wein weißkohl
weizen welle welpe werbung werft werkzeug wespe weste wetter wickeln widder widmung wiege wiese wildente
wimper wind winkel winter winzer wipfel wippe wirbel wisent witz wolf wolke wolle wombat wort würfel wüste
wunder wunsch wurm wurst wurzel yak yoga zacken zähler zahlung zahn zander zange zapfen zauber zaumzeug zaun
zebra zehe zehner zeichen zeiger zeile zeisig zeit zelle zelt zement zentrum zeppelin zettel zeug ziege ziel
ziffer zigarre zikade zimmer zimt zinn zipfel zirkus zitat zither zitrone zobel zollamt zone zoo zoologie
zopf zuber zubrot zucchini zucker zügel zündung zug zugabe zugpferd zugvogel zukunft zunft zunge zuruf
zwetsche zwiebel zwilling zwirn zyklus zylinder zypresse
`;
